"""PPO by self-play: the published networks as the agent "ppo", and the training that makes them.

To play, NumPy is enough:

- `layout`: which numbers of an observation a network reads where, and which outputs make which logit
- `numpy_net`: the forward pass in NumPy; `network_file`: networks on disk
- `agents`: networks as agents
- `models/`: the published networks

To train (needs torch):

- `presets`: the settings of a run, tested recipes, and the command lines that reproduce a run
- `torch_net`: the same network in PyTorch
- `league`: the opponents; `rollout`: games to collect decisions from; `buffer`: advantages of each seat
- `learner`: PPO itself; `run`: a resumable training run
- `sb3`: export to Stable-Baselines3; `migration`: networks for observations with added slices

Importing this package, which registers the agent, does not import torch.
"""

from vegas_env.agents.ppo import agents

__all__ = ["agents"]

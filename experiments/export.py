"""Play games and save them as a Minari dataset: `vegas export las_vegas --agents expected_value,greedy --games 500`."""

from vegas_env.adapters.minari import main

if __name__ == "__main__":
    main()

/* Las Vegas (dice) in hand-written C: the baseline for the speed of the compiled Python of vegas_env.
 *
 * The standard game (2 to 5 players, no white dice, no chip cards, the rulebook's notes, reward "win") in plain C: a
 * struct of small integers for each game, loops with constant bounds, restrict where it helps, no intrinsics.  It does
 * the same as vegas_env/kernel/batch.py for this game: same record, same random streams in the same order, same masks,
 * rewards, payoffs and observations.  tests/experiments/test_c_baseline.py compares the two bit for bit.
 * Rule ids (LV-1 ...) are those of the rules module; money is counted in 10,000s.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    SEATS = 5, CASINOS = 6, PER_CASINO = 5, KINDS = 9, NOTES = 60, DICE = 8, ROUNDS = 4, MINIMUM = 5, ACTIONS = 12,
    HAND = CASINOS, PLACES = CASINOS + 2 /* a seat's dice: on each casino, own in hand, white in hand */
};

/* First index of each part of an observation (vegas_env/rulesets/las_vegas/observation.py). */
enum {
    SEEN_PROGRESS = 0,
    SEEN_NOTES = SEEN_PROGRESS + 5,
    SEEN_DICE = SEEN_NOTES + CASINOS * PER_CASINO,
    SEEN_WHITE = SEEN_DICE + SEATS * PLACES,
    SEEN_ROLL = SEEN_WHITE + CASINOS,
    SEEN_WHITE_ROLL = SEEN_ROLL + CASINOS,
    SEEN_MONEY = SEEN_WHITE_ROLL + CASINOS,
    SEEN_WON = SEEN_MONEY + SEATS,
    SEEN_STACK = SEEN_WON + SEATS,
    SEEN_BOTTOM = SEEN_STACK + KINDS + 1,
    SEEN_CHIPS = SEEN_BOTTOM + 1,
    SEEN = SEEN_CHIPS + CASINOS * 5 + SEATS * 5
};

static const int8_t COPIES[KINDS] = {6, 8, 8, 6, 6, 5, 5, 5, 5}; /* LV-2: notes of 1, 2, ... 9 */

typedef struct {
    int8_t over, seat, round, start;
    int8_t stack_count, bottom_count;
    int8_t stack[KINDS + 1];
    int8_t note_count[SEATS];
    int8_t dice[SEATS][PLACES];
    int8_t notes[CASINOS * PER_CASINO]; /* highest first in each casino */
    int16_t money[SEATS];
    int32_t moves;
    uint32_t roll; /* four bits for each face */
    int8_t bottom[NOTES];
    int8_t held[SEATS][KINDS + 1];
} game;

/* --- random streams (vegas_env/kernel/luck.py): SplitMix64 -------------------------------------------------------- */

#define STEP 0x9E3779B97F4A7C15u

static inline uint64_t mix(uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9u;
    bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EBu;
    return bits ^ (bits >> 31);
}

static inline uint64_t blend(uint64_t bits, uint64_t number) { return mix(bits + STEP * (number + 1)); }

static inline uint64_t draw(uint64_t *luck) { return mix(*luck += STEP); }

static inline uint64_t below(uint64_t *luck, uint64_t n) { return ((draw(luck) >> 32) * n) >> 32; }

/* Each half of a draw serves four dice: die k is digit k of the half, taken as a fraction, in base 6. */
static inline uint32_t throw_dice(uint64_t *luck, int dice) {
    uint64_t bits = draw(luck);
    uint32_t high = (uint32_t)(bits >> 32), low = (uint32_t)bits, power = 1, faces = 0;
    for (int k = 0; k < 4; k++) {
        uint64_t first = ((uint64_t)(uint32_t)(high * power) * 6) >> 32;
        uint64_t second = ((uint64_t)(uint32_t)(low * power) * 6) >> 32;
        faces += (uint32_t)(2 * k < dice) << (4 * first);
        faces += (uint32_t)(2 * k + 1 < dice) << (4 * second);
        power *= 6;
    }
    return faces;
}

static inline int showing(uint32_t roll, int face) { return (roll >> (4 * face)) & 15; }

/* --- set-up of a round -------------------------------------------------------------------------------------------- */

static inline int draw_note(game *g, uint64_t *luck) {
    int item = (int)below(luck, (uint64_t)g->stack_count), kind = 0, upto = 0;
    for (int k = 0; k < KINDS; k++) {
        upto += g->stack[k];
        kind += upto <= item;
    }
    g->stack[kind]--;
    g->stack_count--;
    return kind;
}

/* LV-3: casinos in order draw notes until they reach the minimum.  The standard stack never runs out. */
static inline void deal_notes(game *g, uint64_t *luck) {
    for (int casino = 0; casino < CASINOS; casino++) {
        int8_t *notes = g->notes + casino * PER_CASINO;
        for (int money = 0; money < MINIMUM;) {
            int value = draw_note(g, luck) + 1, place = PER_CASINO - 1;
            money += value;
            for (; place > 0 && notes[place - 1] < value; place--) notes[place] = notes[place - 1];
            notes[place] = (int8_t)value;
        }
    }
}

static inline void begin_round(game *g, uint64_t *luck, int players) {
    for (int seat = 0; seat < players; seat++) g->dice[seat][HAND] = DICE;
    g->seat = g->start;
    deal_notes(g, luck);
    g->roll = throw_dice(luck, DICE);
}

static inline void deal(game *g, uint64_t *luck, int players) {
    memset(g, 0, sizeof *g);
    memcpy(g->stack, COPIES, KINDS);
    for (int kind = 0; kind < KINDS; kind++) g->stack_count = (int8_t)(g->stack_count + COPIES[kind]);
    begin_round(g, luck, players); /* LV-4: seat 0 starts */
}

/* --- payout of the casinos ---------------------------------------------------------------------------------------- */

/* LV-7, LV-8: the seat with the most dice below *limit that no other seat equals; -1 if none.  Lowers the limit. */
static inline int next_winner(const game *g, int casino, int *limit) {
    for (;;) {
        int most = 0, winner = -1;
        for (int seat = 0; seat < SEATS; seat++) {
            int dice = g->dice[seat][casino];
            if (dice < *limit && dice >= most && dice > 0) {
                winner = dice == most ? -1 : seat;
                most = dice;
            }
        }
        *limit = most;
        if (winner >= 0 || most == 0) return winner;
    }
}

static inline void pay_casino(game *g, int casino) {
    int limit = DICE + 1;
    for (int place = 0; place < PER_CASINO; place++) {
        int value = g->notes[casino * PER_CASINO + place];
        if (value == 0) return;
        int winner = next_winner(g, casino, &limit);
        if (winner < 0) {
            g->bottom[g->bottom_count++] = (int8_t)(value - 1); /* LV-9 */
        } else {
            g->money[winner] = (int16_t)(g->money[winner] + value);
            g->note_count[winner]++;
            g->held[winner][value - 1]++;
        }
    }
}

static inline void end_round(game *g, uint64_t *luck, int players) {
    for (int casino = 0; casino < CASINOS; casino++) pay_casino(g, casino);
    memset(g->dice, 0, sizeof g->dice);
    memset(g->notes, 0, sizeof g->notes);
    if (++g->round == ROUNDS) {
        for (int seat = 0; seat < players; seat++) g->dice[seat][HAND] = DICE;
        g->over = 1;
        g->seat = -1;
        return;
    }
    g->start = (int8_t)(g->start + 1 < players ? g->start + 1 : 0); /* LV-4 */
    begin_round(g, luck, players);
}

/* --- a turn ------------------------------------------------------------------------------------------------------- */

/* LV-5: all dice showing the face go to its casino; LV-6: then the next seat clockwise that has dice. */
static inline void place(game *g, uint64_t *luck, int players, int face) {
    int seat = g->seat;
    int8_t dice = (int8_t)showing(g->roll, face);
    g->dice[seat][face] = (int8_t)(g->dice[seat][face] + dice);
    g->dice[seat][HAND] = (int8_t)(g->dice[seat][HAND] - dice);
    g->roll = 0;
    g->moves++;
    for (int k = 0; k < players; k++) {
        seat = seat + 1 < players ? seat + 1 : 0;
        if (g->dice[seat][HAND] > 0) {
            g->seat = (int8_t)seat;
            g->roll = throw_dice(luck, g->dice[seat][HAND]);
            return;
        }
    }
    end_round(g, luck, players);
}

/* --- observation -------------------------------------------------------------------------------------------------- */

static inline void observe(const game *restrict g, int players, float *restrict out) {
    int seat = g->seat;
    out[SEEN_PROGRESS] = (float)(ROUNDS - g->round) * 0.25f;
    out[SEEN_PROGRESS + 1] = (float)players * 0.2f;
    out[SEEN_PROGRESS + 2] = 0.0f; /* the viewer decides */
    out[SEEN_PROGRESS + 3] = (float)(g->start - seat + (g->start < seat ? players : 0)) * 0.2f;
    out[SEEN_PROGRESS + 4] = 0.0f;
    for (int i = 0; i < CASINOS * PER_CASINO; i++) out[SEEN_NOTES + i] = (float)g->notes[i] * 0.1f;
    for (int i = 0; i < CASINOS; i++) out[SEEN_WHITE + i] = 0.0f;
    for (int i = 0; i < CASINOS; i++) out[SEEN_ROLL + i] = (float)showing(g->roll, i) * 0.125f;
    for (int i = 0; i < CASINOS; i++) out[SEEN_WHITE_ROLL + i] = 0.0f;
    for (int k = 0; k < players; k++) {
        int other = seat + k < players ? seat + k : seat + k - players;
        for (int i = 0; i < PLACES; i++) out[SEEN_DICE + k * PLACES + i] = (float)g->dice[other][i] * 0.125f;
        out[SEEN_MONEY + k] = (float)g->money[other] * 0.01f;
        out[SEEN_WON + k] = (float)g->note_count[other] * 0.1f;
    }
    for (int k = players; k < SEATS; k++) {
        for (int i = 0; i < PLACES; i++) out[SEEN_DICE + k * PLACES + i] = 0.0f;
        out[SEEN_MONEY + k] = 0.0f;
        out[SEEN_WON + k] = 0.0f;
    }
    for (int i = 0; i < KINDS + 1; i++) out[SEEN_STACK + i] = (float)g->stack[i] * 0.1f;
    out[SEEN_BOTTOM] = (float)g->bottom_count * 0.1f;
    for (int i = SEEN_CHIPS; i < SEEN; i++) out[i] = 0.0f;
}

static inline void show(const game *restrict g, int players, uint8_t *restrict mask, float *restrict observation,
                        int8_t *seat, uint8_t *over) {
    *seat = g->seat;
    *over = (uint8_t)g->over;
    memset(mask, 0, ACTIONS);
    if (g->over) {
        memset(observation, 0, SEEN * sizeof *observation);
        return;
    }
    for (int face = 0; face < CASINOS; face++) mask[face] = showing(g->roll, face) != 0;
    observe(g, players, observation);
}

/* LV-11: most money, then most notes wins; the reward is the share of the win minus the even share. */
static inline void pay(const game *g, int players, float *rewards, float *payoffs) {
    for (int seat = 0; seat < players; seat++) rewards[seat] = 0.0f;
    if (!g->over) return;
    int score[SEATS], best = -1, winners = 0;
    for (int seat = 0; seat < players; seat++) {
        score[seat] = g->money[seat] * (NOTES + 1) + g->note_count[seat];
        if (score[seat] > best) best = score[seat], winners = 0;
        winners += score[seat] == best;
    }
    for (int seat = 0; seat < players; seat++) {
        float paid = (float)((score[seat] == best ? 1.0 / winners : 0.0) - 1.0 / players);
        rewards[seat] = paid - payoffs[seat];
        payoffs[seat] = paid;
    }
}

/* --- many games: arrays as in vegas_env.Games, a row for each game ------------------------------------------------ */

size_t lv_bytes(void) { return sizeof(game); }

size_t lv_observation_size(void) { return SEEN; }

/* Key of game i of a seed. */
void lv_keys(uint64_t seed, long n, uint64_t *keys) {
    for (long i = 0; i < n; i++) keys[i] = blend(mix(seed), (uint64_t)i);
}

/* Starts the next episode of all games, or of those with where[i] != 0. */
void lv_reset(game *games, uint64_t *luck, const uint64_t *keys, int32_t *episodes, long n, long players,
              const uint8_t *where, uint8_t *masks, float *observations, float *rewards, float *payoffs, int8_t *seats,
              uint8_t *over) {
    for (long i = 0; i < n; i++) {
        if (where && !where[i]) continue;
        luck[i] = blend(blend(keys[i], 0), (uint64_t)(int64_t)++episodes[i]);
        deal(&games[i], &luck[i], (int)players);
        memset(rewards + i * players, 0, (size_t)players * sizeof *rewards);
        memset(payoffs + i * players, 0, (size_t)players * sizeof *payoffs);
        show(&games[i], (int)players, masks + i * ACTIONS, observations + i * SEEN, &seats[i], &over[i]);
    }
}

static inline long first_refused(const int64_t *actions, const uint8_t *masks, long n) {
    for (long i = 0; i < n; i++)
        if (actions[i] < 0 || actions[i] >= ACTIONS || !masks[i * ACTIONS + actions[i]]) return i;
    return -1;
}

/* One decision in every game.  Returns -1, or the first game whose action is illegal; then no game has changed. */
long lv_step(game *restrict games, uint64_t *restrict luck, long n, long players, const int64_t *restrict actions,
             uint8_t *restrict masks, float *restrict observations, float *restrict rewards, float *restrict payoffs,
             int8_t *restrict seats, uint8_t *restrict over) {
    long refused = first_refused(actions, masks, n);
    if (refused >= 0) return refused;
    for (long i = 0; i < n; i++) {
        place(&games[i], &luck[i], (int)players, (int)actions[i]);
        pay(&games[i], (int)players, rewards + i * players, payoffs + i * players);
        show(&games[i], (int)players, masks + i * ACTIONS, observations + i * SEEN, &seats[i], &over[i]);
    }
    return -1;
}

/* A rolled face, uniformly at random. */
static inline int random_face(const game *g, uint64_t *luck) {
    int legal = 0;
    for (int face = 0; face < CASINOS; face++) legal += showing(g->roll, face) != 0;
    int item = (int)below(luck, (uint64_t)legal), chosen = 0, upto = 0;
    for (int face = 0; face < CASINOS; face++) {
        upto += showing(g->roll, face) != 0;
        chosen += upto <= item;
    }
    return chosen;
}

/* Plays games to their end with random legal actions, without observations; returns the number of decisions. */
long lv_playout(game *games, uint64_t *luck, long n, long players) {
    long decisions = 0;
    for (long i = 0; i < n; i++)
        for (; !games[i].over; decisions++)
            place(&games[i], &luck[i], (int)players, random_face(&games[i], &luck[i]));
    return decisions;
}

void lv_money(const game *games, long n, long players, int64_t *money) {
    for (long i = 0; i < n; i++)
        for (long seat = 0; seat < players; seat++) money[i * players + seat] = games[i].money[seat];
}

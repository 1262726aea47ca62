// Random play that is only counted. A thread plays one game after another, an event at a time; when one is over,
// the next one begins in its place.

constexpr int ENDINGS = 16, LONGEST = 1 << 16;

struct Job {
    num seats, first, games;
    Keys keys;
};

struct Tally {
    bits64 wins[MOST_SEATS * MOST_SEATS], endings[ENDINGS], sums[2], lengths[LONGEST];
};

// Tell apart what happens next: events of a kind take the same way through the rules.
RULE int kind_of_event(const Position& s) {
#if HAS_STEP
    return (s.step_ << 1 | s.pending_ >> CHANCE) & 31;
#else
    return s.pending_ >> CHANCE;
#endif
}

// The threads of a warp go on with events of one kind, that of which most threads have one; the others wait for
// company. To have more to choose from, each thread plays GAMES_EACH games in turn.
static __device__ int most_common(unsigned mine) {
    int chosen = 0, most = 0;
    for (unsigned left = __reduce_or_sync(~0u, mine); left; left &= left - 1) {
        int kind = __ffs(left) - 1, threads = __popc(__ballot_sync(~0u, mine >> kind & 1));
        if (threads > most) most = threads, chosen = kind;
    }
    return chosen;
}

extern "C" __global__ void __launch_bounds__(THREADS, BLOCKS)
play_many(const Box* boxes, const Options* options, const Job* job, Tally* tally, bits64* next) {
    __shared__ Box box;
    __shared__ unsigned wins[MOST_SEATS * MOST_SEATS], endings[ENDINGS];
    for (int i = threadIdx.x; i < (int)sizeof(Box); i += THREADS) ((char*)&box)[i] = ((const char*)boxes)[i];
    for (int i = threadIdx.x; i < MOST_SEATS * MOST_SEATS; i += THREADS) wins[i] = 0;
    for (int i = threadIdx.x; i < ENDINGS; i += THREADS) endings[i] = 0;
    __syncthreads();

    const num seats = job->seats;
    const bits64 games = job->games;
    Position positions[GAMES_EACH];
    Luck lucks[GAMES_EACH];
    unsigned lengths[GAMES_EACH], kinds[GAMES_EACH];  // a bit for the kind of a game's next event; none if there is no game
    bits64 sum = 0, squares = 0;
#pragma unroll
    for (int i = 0; i < GAMES_EACH; i++) {
        bits64 number = atomicAdd(next, 1ULL);
        lengths[i] = kinds[i] = 0;
        if (number >= games) continue;
        begin_game(box, *options, positions[i], lucks[i], job->keys, seats, job->first + number);
        kinds[i] = 1u << kind_of_event(positions[i]);
    }
    while (true) {
        unsigned mine = 0;
#pragma unroll
        for (int i = 0; i < GAMES_EACH; i++) mine |= kinds[i];
        if (!__any_sync(~0u, mine)) break;
        unsigned chosen = 1u << most_common(mine);
        if (!(mine & chosen)) continue;
        int game = 0;
#pragma unroll
        for (int i = 1; i < GAMES_EACH; i++) if (kinds[i] == chosen) game = i;

        Position& s = positions[game];
        Event event = next_event(box, s, lucks[game]);
        rules_play(box, s, event.seat, event.action);
        unsigned length = 0, kind = 1u << kind_of_event(s);
#pragma unroll
        for (int i = 0; i < GAMES_EACH; i++) if (game == i) length = ++lengths[i];
        if (!s.pending_) {
            Ranks ranks, shares;
            rules_standing(box, s, ranks);
            num winners = rules_share_win(ranks, seats, shares);
            for (int seat = 0; seat < seats; seat++)
                if (shares.at[seat]) atomicAdd(&wins[seat * MOST_SEATS + winners - 1], 1u);
            atomicAdd(&endings[s.ended_], 1u);
            atomicAdd(&tally->lengths[length < LONGEST ? length : LONGEST - 1], 1ULL);
            sum += length;
            squares += (bits64)length * length;
            bits64 number = atomicAdd(next, 1ULL);
            length = kind = 0;
            if (number < games) {
                begin_game(box, *options, s, lucks[game], job->keys, seats, job->first + number);
                kind = 1u << kind_of_event(s);
            }
        }
#pragma unroll
        for (int i = 0; i < GAMES_EACH; i++) if (game == i) kinds[i] = kind, lengths[i] = length;
    }
    atomicAdd(&tally->sums[0], sum);
    atomicAdd(&tally->sums[1], squares);
    __syncthreads();
    for (int i = threadIdx.x; i < MOST_SEATS * MOST_SEATS; i += THREADS) atomicAdd(&tally->wins[i], (bits64)wins[i]);
    for (int i = threadIdx.x; i < ENDINGS; i += THREADS) atomicAdd(&tally->endings[i], (bits64)endings[i]);
}

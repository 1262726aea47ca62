// Games of random play, one event after another: what all kernels are made of.

constexpr int CHANCE = 8, MOST_SEATS = 8, NOBODY = -1;

struct Keys {
    num dealing_low, dealing_high, thinking_low, thinking_high;
};

struct Luck {
    Stream dealing, thinking;
};

struct Event {
    num seat, action;
};

RULE void begin_game(const Box& box, const Options& options, Position& s, Luck& luck, const Keys& keys, num seats, num number) {
    s = Position{};
    rules_begin(luck.dealing, keys.dealing_low, keys.dealing_high, number);
    rules_begin(luck.thinking, keys.thinking_low, keys.thinking_high, number);
    rules_start(box, s, seats, options);
}

RULE int lowest_seat(int pending) { return bit_length(pending & -pending) - 1; }

// Let a seat decide at random.
RULE num decide(const Box& box, Position& s, num seat, Stream& thinking) {
#if SHORT_LISTS
    List list;
    return list.get(rules_below(thinking, rules_list(box, s, seat, list)));
#else
    Count all;
    Pick one{(int)rules_below(thinking, rules_count(box, s, seat, all)), 0};
    rules_pick(box, s, seat, one);
    return one.found;
#endif
}

// Say what happens next: chance draws, or the lowest seat that is asked decides.
RULE Event next_event(const Box& box, Position& s, Luck& luck) {
    if (s.pending_ >> CHANCE) return {CHANCE, rules_draw(box, s, luck.dealing)};
    num seat = lowest_seat(s.pending_);
    return {seat, decide(box, s, seat, luck.thinking)};
}

enum { BYTE, SHORT, LONG, BIT, SEAT };  // how a number is read from a record; see engine/game/observations.py

// Read one number of what a seat knows. `layout` says for each seat and number how it is read, at which byte, and which bit.
RULE int read_number(const Position& known, const int* layout, num feature, num features, num seat, num seats) {
    const int* read = layout + 3 * (seat * features + feature);
    const signed char* at = (const signed char*)&known + read[1];
    if (!feature) return seat;
    switch (read[0]) {
        case BYTE: return *at;
        case SHORT: return *(const short*)at;
        case LONG: return *(const int*)at;
        case BIT: return *at >> read[2] & 1;
        default: return 0 <= *at && *at < seats ? (*at - seat + seats) % seats : NOBODY;
    }
}

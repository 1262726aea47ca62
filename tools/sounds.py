"""
Make the sounds of a table: wood, paper and metal, as sums of fading tones and filtered noise.

make sounds

A thing that is struck rings in a few modes, each a tone of its own pitch that fades in its own time; what
it is made of shows in how these pitches lie to each other and how fast they fade. Paper and pencils are
noise through a filter that moves. All is computed from fixed numbers, so that the files can be made again.

They are WAV files with a byte for each sample by mu-law, which every browser decodes and which keeps
quiet tails clean; 8,000 samples a second for what is wooden, 11,025 for paper and metal.
"""

import math
import random
import struct
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

TARGET = Path(__file__).parent.parent / "src" / "chancebox" / "web" / "static" / "sounds"
MOST = 40_000
"""Bytes of all files together."""
DULL, BRIGHT = 8_000, 11_025
MU_LAW = 7
BIAS, CLIP = 33, 8158
"""Of mu-law, in its own steps: fourteen bits with a sign."""

Samples = NDArray[np.float64]
Modes = tuple[tuple[float, float, float], ...]
"""Of each mode: its pitch as a multiple of the lowest, how loud it is, and the seconds in which it fades."""

DIE: Modes = ((1, 1, 0.011), (1.62, 0.7, 0.008), (2.43, 0.4, 0.006), (3.3, 0.2, 0.004))
BLOCK: Modes = ((1, 1, 0.032), (2.57, 0.45, 0.018), (4.1, 0.22, 0.012), (5.9, 0.1, 0.008))
BAR: Modes = ((1, 1, 0.17), (2, 0.1, 0.12), (3.93, 0.22, 0.05), (9.2, 0.05, 0.02))
COIN: Modes = ((1, 1, 0.040), (1.37, 0.7, 0.034), (1.83, 0.45, 0.026), (2.24, 0.2, 0.02))
SKIN: Modes = ((1, 1, 0.060), (1.59, 0.7, 0.042), (2.30, 0.4, 0.030), (3.5, 0.25, 0.016))
BELL: Modes = (
    (0.5, 0.5, 0.30),
    (1, 1, 0.24),
    (1.19, 0.5, 0.19),
    (1.5, 0.35, 0.15),
    (2, 0.4, 0.13),
    (2.74, 0.2, 0.08),
)


class Sound(NamedTuple):
    """How a sound is made: who draws it onto an empty strip, how long, how densely, and how loud at most."""

    draw: Callable[["Strip"], None]
    seconds: float
    rate: int
    peak: float


class Strip:
    """An empty length of time onto which sounds are laid; its luck is its own, and always the same."""

    def __init__(self, name: str, seconds: float, rate: int) -> None:
        self.rate = rate
        self.luck = random.Random(f"chancebox {name}")
        self.samples: Samples = np.zeros(round(seconds * rate))

    def strike(
        self, at: float, pitch: float, modes: Modes, loudness: float = 1, hardness: float = 0.2
    ) -> None:
        """Strike a thing; the harder, the more of the stroke itself is heard."""
        t = self._time(at)
        soft = 1 - np.exp(-t / 0.0008)
        for ratio, amount, fade in modes:
            # Modes beyond what these samples can hold would come back as other tones.
            if pitch * ratio < 0.45 * self.rate:
                self._lay(
                    at, loudness * amount * soft * np.exp(-t / fade) * np.sin(math.tau * pitch * ratio * t)
                )
        burst = self._noise(len(t)) * np.exp(-t / 0.0022)
        self._lay(at, loudness * hardness * _band(burst, self.rate, 2.2 * pitch, 2.2 * pitch, 1.2))

    def brush(
        self, at: float, seconds: float, low: float, high: float, loudness: float = 1, width: float = 1.1
    ) -> None:
        """Let paper pass: noise that swells and fades, from one pitch to another."""
        n = min(round(seconds * self.rate), len(self._time(at)))
        swell = np.sin(np.pi * np.sqrt(np.arange(n) / n)) ** 2
        self._lay(at, loudness * swell * _band(self._noise(n), self.rate, low, high, width))

    def _time(self, at: float) -> Samples:
        return np.arange(len(self.samples) - round(at * self.rate)) / self.rate

    def _lay(self, at: float, what: Samples) -> None:
        start = round(at * self.rate)
        self.samples[start : start + len(what)] += what

    def _noise(self, n: int) -> Samples:
        return np.array([2 * self.luck.random() - 1 for _ in range(n)])


def _band(noise: Samples, rate: int, low: float, high: float, width: float) -> Samples:
    """Let a band of noise through; its middle moves from one pitch to another."""
    # A filter of two states by the trapezoidal rule: it stays calm however fast its middle moves.
    kept = np.zeros(len(noise))
    first = second = 0.0
    for i, value in enumerate(noise):
        middle = min(low * (high / low) ** (i / len(noise)), 0.42 * rate)
        turn = math.tan(math.pi * middle / rate)
        band = (first + turn * (float(value) - second)) / (1 + turn * (turn + width))
        deep = second + turn * band
        first, second = 2 * band - first, 2 * deep - second
        kept[i] = width * band
    return kept


# What is heard, by its meaning


def throw(strip: Strip) -> None:
    """Rattle dice in a hand, until they leave it."""
    at = 0.0
    for n in range(11):
        pitch = strip.luck.uniform(720, 1250)
        strip.strike(at, pitch, DIE, loudness=strip.luck.uniform(0.5, 1) * (1 - n / 18), hardness=0.5)
        at += strip.luck.uniform(0.016, 0.034)


def land(strip: Strip) -> None:
    """Let a die fall on a wooden table."""
    strip.strike(0, 980, DIE, hardness=0.5)
    strip.strike(0.001, 310, BLOCK, loudness=0.6)


def keep(strip: Strip) -> None:
    """Set a die down."""
    strip.strike(0, 640, DIE, hardness=0.3)
    strip.strike(0, 420, BLOCK, loudness=0.3)


def coin(strip: Strip) -> None:
    """Let a coin meet others."""
    strip.strike(0, 2050, COIN, hardness=0.15)
    strip.strike(0.042, 2330, COIN, loudness=0.6, hardness=0.1)


def heart(strip: Strip) -> None:
    """Beat once, warm."""
    strip.strike(0, 165, SKIN, hardness=0.05)
    strip.strike(0.01, 330, BAR, loudness=0.6, hardness=0)


def last_heart(strip: Strip) -> None:
    """Beat twice, and sink."""
    strip.strike(0, 165, SKIN, hardness=0.05)
    strip.strike(0.10, 147, SKIN, loudness=0.8, hardness=0.05)
    strip.strike(0.02, 330, BAR, loudness=0.3, hardness=0)
    strip.strike(0.12, 262, BAR, loudness=0.35, hardness=0)


def effect(strip: Strip) -> None:
    """Touch a small bar: something good or bad has come."""
    strip.strike(0, 659, BAR, loudness=0.8, hardness=0.1)
    strip.strike(0.05, 880, BAR, loudness=0.7, hardness=0.1)


def card(strip: Strip) -> None:
    """Lay a card down."""
    strip.brush(0, 0.05, 1200, 2400)
    strip.strike(0.035, 480, DIE, loudness=0.35)


def reveal(strip: Strip) -> None:
    """Turn several cards over together."""
    for n in range(3):
        strip.brush(0.03 * n, 0.055, 1000, 2300, loudness=1 - 0.2 * n)
        strip.strike(0.045 + 0.03 * n, 430 + 60 * n, DIE, loudness=0.3)


def ticket(strip: Strip) -> None:
    """Unfold paper."""
    strip.brush(0, 0.11, 900, 2500, loudness=0.8)
    for at in (0.03, 0.062, 0.105, 0.126):
        strip.brush(at, 0.018, 2500, 1800, loudness=strip.luck.uniform(0.5, 1))
    strip.brush(0.09, 0.09, 2200, 1100, loudness=0.6)


def task(strip: Strip) -> None:
    """Stamp on paper."""
    strip.brush(0, 0.02, 1800, 1200, loudness=0.5)
    strip.strike(0.008, 190, SKIN, loudness=1, hardness=0.4)
    strip.strike(0.008, 520, BLOCK, loudness=0.4)


def shape(strip: Strip) -> None:
    """Draw two strokes with a pencil."""
    strip.brush(0, 0.065, 1700, 2500, width=0.7)
    strip.brush(0.068, 0.072, 2500, 1600, loudness=0.8, width=0.7)


def knock(strip: Strip) -> None:
    """Knock twice on wood: no, or: enough."""
    strip.strike(0, 330, BLOCK)
    strip.strike(0.07, 290, BLOCK, loudness=0.8)


def bust(strip: Strip) -> None:
    """Fall, heavily."""
    strip.strike(0, 165, SKIN, hardness=0.5)
    strip.strike(0.004, 330, BLOCK, hardness=0.4)
    strip.strike(0.085, 139, SKIN, loudness=0.6, hardness=0.3)
    strip.strike(0.088, 262, BLOCK, loudness=0.5)


def bang(strip: Strip) -> None:
    """Explode, far enough away."""
    strip.brush(0, 0.25, 900, 180, loudness=1.6, width=1.4)
    strip.strike(0, 118, SKIN, loudness=1.5, hardness=0.8)
    strip.strike(0.004, 420, BLOCK, loudness=0.7, hardness=0.6)
    for at in (0.1, 0.15, 0.19):
        strip.strike(at, strip.luck.uniform(500, 900), DIE, loudness=0.3)


def round_won(strip: Strip) -> None:
    """Roll over wooden bars, upwards and slower."""
    at = 0.0
    for n, pitch in enumerate((294, 330, 392, 440, 523, 587)):
        strip.strike(at, pitch, BLOCK, loudness=0.7 + 0.05 * n, hardness=0.15)
        strip.strike(at, pitch, BAR, loudness=0.15 + 0.05 * n, hardness=0)
        at += 0.036 + 0.005 * n


def out(strip: Strip) -> None:
    """Ring a low bell."""
    strip.strike(0, 262, BELL, hardness=0.1)


def turn(strip: Strip) -> None:
    """Say softly: you."""
    strip.strike(0, 392, BAR, hardness=0.03)
    strip.strike(0.11, 523, BAR, loudness=0.9, hardness=0.03)


def victory(strip: Strip) -> None:
    """Play a warm chord, from below to above."""
    for n, pitch in enumerate((262, 330, 392, 523)):
        strip.strike(0.075 * n, pitch, _longer(BAR, 1.5), loudness=0.7 + 0.1 * n, hardness=0.04)


def defeat(strip: Strip) -> None:
    """Play a warm low chord, from above to below."""
    for n, pitch in enumerate((262, 220, 175)):
        strip.strike(0.09 * n, pitch, _longer(BAR, 1.2), loudness=0.7 + 0.15 * n, hardness=0.03)


def _longer(modes: Modes, times: float) -> Modes:
    return tuple((ratio, amount, times * fade) for ratio, amount, fade in modes)


SOUNDS = {
    "throw": Sound(throw, 0.29, DULL, 0.55),
    "land": Sound(land, 0.06, DULL, 0.45),
    "keep": Sound(keep, 0.05, DULL, 0.35),
    "coin": Sound(coin, 0.12, BRIGHT, 0.35),
    "heart": Sound(heart, 0.145, DULL, 0.55),
    "last_heart": Sound(last_heart, 0.26, DULL, 0.7),
    "effect": Sound(effect, 0.19, DULL, 0.4),
    "card": Sound(card, 0.07, BRIGHT, 0.35),
    "reveal": Sound(reveal, 0.13, BRIGHT, 0.45),
    "ticket": Sound(ticket, 0.17, BRIGHT, 0.4),
    "task": Sound(task, 0.10, DULL, 0.6),
    "shape": Sound(shape, 0.14, BRIGHT, 0.25),
    "knock": Sound(knock, 0.125, DULL, 0.4),
    "bust": Sound(bust, 0.20, DULL, 0.8),
    "bang": Sound(bang, 0.27, DULL, 0.9),
    "round": Sound(round_won, 0.35, DULL, 0.6),
    "out": Sound(out, 0.45, DULL, 0.7),
    "turn": Sound(turn, 0.30, DULL, 0.45),
    "victory": Sound(victory, 0.66, DULL, 0.65),
    "defeat": Sound(defeat, 0.52, DULL, 0.6),
}


def samples(name: str) -> Samples:
    """Return a sound as numbers from -1 to 1."""
    sound = SOUNDS[name]
    strip = Strip(name, sound.seconds, sound.rate)
    sound.draw(strip)
    heard = _faded(_without_rumble(strip.samples, sound.rate), sound.rate)
    loudest = float(np.abs(heard).max())
    return heard * (sound.peak / loudest)


def _without_rumble(heard: Samples, rate: int) -> Samples:
    """Take away what lies below 60 Hz: small loudspeakers do not play it, and it would only press on them."""
    keep, last, out = 1 - math.tau * 60 / rate, 0.0, 0.0
    kept = np.zeros(len(heard))
    for i, value in enumerate(heard):
        out = keep * (out + float(value) - last)
        last = float(value)
        kept[i] = out
    return kept


def _faded(heard: Samples, rate: int) -> Samples:
    """Begin and end in silence, so that nothing clicks."""
    rise, fall = round(0.0005 * rate), max(round(0.012 * rate), len(heard) // 4)
    shaped = heard.copy()
    shaped[:rise] *= np.arange(rise) / rise
    shaped[-fall:] *= (1 + np.cos(np.pi * np.arange(1, fall + 1) / fall)) / 2
    return shaped


def mu_law(heard: Samples) -> bytes:
    """Write numbers from -1 to 1 as a byte each, with steps that grow with loudness (ITU-T G.711)."""
    steps = np.round(heard * CLIP).astype(np.int64)
    size = np.minimum(np.abs(steps), CLIP) + BIAS
    chord = np.frexp(size)[1].astype(np.int64) - 6
    code = np.where(steps < 0, 0x80, 0) | (chord << 4) | ((size >> (chord + 1)) & 0x0F)
    written: NDArray[np.uint8] = (~code & 0xFF).astype(np.uint8)
    return written.tobytes()


def from_mu_law(data: bytes) -> Samples:
    """Return what is heard of such bytes: numbers from -1 to 1."""
    code = ~np.frombuffer(data, np.uint8).astype(np.int64) & 0xFF
    chord = (code >> 4) & 7
    size = ((((code & 0x0F) << 1) + BIAS) << chord) - BIAS
    return np.where(code & 0x80, -size, size) / CLIP


def wav(name: str) -> bytes:
    """Return a sound as the bytes of its file."""
    rate, data = SOUNDS[name].rate, mu_law(samples(name))
    form = struct.pack("<4sIHHIIHHH", b"fmt ", 18, MU_LAW, 1, rate, rate, 1, 8, 0)
    fact = struct.pack("<4sII", b"fact", 4, len(data))
    even = data + b"\xff" * (len(data) % 2)
    body = b"WAVE" + form + fact + struct.pack("<4sI", b"data", len(data)) + even
    return struct.pack("<4sI", b"RIFF", len(body)) + body


def data_of(file: bytes) -> bytes:
    """Return the samples of such a file."""
    start = file.index(b"data")
    return file[start + 8 : start + 8 + int.from_bytes(file[start + 4 : start + 8], "little")]


def describe(name: str) -> dict[str, float]:
    """Measure a sound as it is heard: how long, how loud, how bright, how far from the middle."""
    heard, rate = from_mu_law(mu_law(samples(name))), SOUNDS[name].rate
    power = np.abs(np.fft.rfft(heard)) ** 2
    pitch = np.fft.rfftfreq(len(heard), 1 / rate)
    loud = np.flatnonzero(np.abs(heard) > 0.1 * np.abs(heard).max())
    return {
        "ms": 1000 * len(heard) / rate,
        "heard ms": 1000 * loud[-1] / rate,
        "peak": float(np.abs(heard).max()),
        "rms": float(np.sqrt((heard**2).mean())),
        "middle Hz": float((power * pitch).sum() / power.sum()),
        "over 3 kHz": float(power[pitch > 3000].sum() / power.sum()),
        "offset": float(heard.mean()),
        "last": float(np.abs(heard[-4:]).max()),
    }


def main() -> None:
    """Write all files, and say what they are like."""
    TARGET.mkdir(exist_ok=True)
    for old in TARGET.glob("*.wav"):
        old.unlink()
    total = 0
    for n, name in enumerate(SOUNDS):
        file, found = wav(name), describe(name)
        (TARGET / f"{name}.wav").write_bytes(file)
        total += len(file)
        if n == 0:
            print(f"{'':12}{'bytes':>8}", *(f"{what:>10}" for what in found))
        print(f"{name:12}{len(file):8}", *(f"{value:10.4g}" for value in found.values()))
    print(f"{len(SOUNDS)} sounds, {total} bytes of {MOST}, in {TARGET}")


if __name__ == "__main__":
    main()

import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import type { AlarmKind } from './alarms.ts';

/**
 * Two soft tones in Hz: upwards for a new emergency, downwards for a request without an answer, a softer one twice for an offer
 * (ROAD-02, ROAD-03, ROAD-05).
 */
const TONES: Readonly<Record<AlarmKind, readonly [number, number]>> = {
  new: [659.26, 880],
  unanswered: [587.33, 440],
  offer: [523.25, 523.25],
};
const LOUDNESS: Readonly<Record<AlarmKind, number>> = { new: 0.16, unanswered: 0.16, offer: 0.08 };
const TONE_SECONDS = 0.5;
const BETWEEN_SECONDS = 0.22;
const ATTACK_SECONDS = 0.03;
const SILENCE = 0.0001;
/**
 * What counts as a press: browsers let a page sound after one. Not `pointerup`: the notice that goes would move what is under the finger
 * before the click.
 */
const PRESSES = ['click', 'keydown'] as const;

let audio: AudioContext | null = null;
let isStarting = false;
const listeners = createListeners();

/** Opens the way to the loudspeaker, at once where somebody has pressed something on the page, and otherwise when they do. */
export function openSound(): () => void {
  const allow = () => {
    // Not every key is a press to a browser: Escape is none, and leave asked for after it would only be waited for.
    if (navigator.userActivation?.isActive !== false) void startSound();
  };
  for (const event of PRESSES) addEventListener(event, allow);
  // Without a press browsers refuse, and warn about the try.
  if (navigator.userActivation?.hasBeenActive) void startSound();
  return () => {
    for (const event of PRESSES) removeEventListener(event, allow);
    const closed = audio;
    audio = null;
    void closed?.close();
    listeners.notify();
  };
}

/** Asks the browser for leave to play. */
export async function startSound(): Promise<void> {
  if (typeof AudioContext === 'undefined' || audio?.state === 'running') return;
  if (audio === null) {
    audio = new AudioContext();
    audio.addEventListener('statechange', () => listeners.notify());
  }
  isStarting = true;
  listeners.notify();
  await audio.resume().catch(() => undefined);
  isStarting = false;
  listeners.notify();
}

const canSound = (): boolean => audio?.state === 'running';

/** Whether the browser lets the page sound, or is about to. */
export const useCanSound = (): boolean => useSyncExternalStore(listeners.subscribe, () => canSound() || isStarting);

/** Plays the two tones. @returns whether the browser lets it */
export function playTones(kind: AlarmKind): boolean {
  if (audio === null || !canSound()) return false;
  const begin = audio.currentTime + 0.02;
  for (const [place, frequency] of TONES[kind].entries())
    playTone(audio, { frequency, loudness: LOUDNESS[kind], at: begin + place * BETWEEN_SECONDS });
  return true;
}

interface Tone {
  readonly frequency: number;
  readonly loudness: number;
  /** By the clock of the context, in seconds. */
  readonly at: number;
}

/** A sine that swells and fades, so that nothing clicks. */
function playTone(context: AudioContext, { frequency, loudness, at }: Tone): void {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(SILENCE, at);
  volume.gain.exponentialRampToValueAtTime(loudness, at + ATTACK_SECONDS);
  volume.gain.exponentialRampToValueAtTime(SILENCE, at + TONE_SECONDS);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + TONE_SECONDS);
}

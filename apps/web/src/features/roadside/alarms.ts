import type { Emergency } from '@wayside/contract/roadside';
import { create } from 'zustand';
import { isUnanswered } from './desk-can.ts';

/**
 * The causes of an alarm sound: an unclaimed emergency, an unanswered request to the marketplace, or a hand-over
 * offer, which sounds once (ROAD-02, ROAD-03, ROAD-05).
 */
type AlarmKind = 'new' | 'unanswered' | 'offer';
interface Alarm {
  readonly id: string;
  readonly kind: AlarmKind;
}

/** The interval at which a sound repeats until its cause ends. */
export const REPEAT_MS = 10_000;

/**
 * Returns the alarms of a desk. An unanswered request sounds at the desk that holds the claim or made the request; an
 * offer sounds at the recipient's desk.
 */
export function alarmsOf(emergencies: readonly Emergency[], me: string | null, now: number): Alarm[] {
  return emergencies.flatMap((emergency): Alarm[] => {
    const { id, state, claim, request } = emergency;
    const isHere = (claim?.ownerId ?? request?.requestedById) === me;
    if (isHere && isUnanswered(emergency, now)) return [{ id, kind: 'unanswered' }];
    if (claim !== null && me !== null && claim.offeredToId === me) return [{ id, kind: 'offer' }];
    return state === 'new' ? [{ id, kind: 'new' }] : [];
  });
}

/** The alarms that have sounded, and the time and kind of the last repeated sound. */
interface AlarmState {
  readonly keys: ReadonlySet<string>;
  readonly at: number;
  readonly last: AlarmKind | null;
}
export const INITIAL_ALARM_STATE: AlarmState = { keys: new Set(), at: Number.NEGATIVE_INFINITY, last: null };

const isRepeated = ({ kind }: Alarm): boolean => kind !== 'offer';
const keyOf = ({ id, kind }: Alarm): string => `${kind} ${id}`;

/**
 * Returns the sound to play now and the next state. A new alarm sounds immediately, even after an expired claim, and
 * repeats. Two kinds alternate. An offer sounds once.
 */
export function nextSound(
  alarmState: AlarmState,
  alarms: readonly Alarm[],
  now: number,
): { readonly sound: AlarmKind | null; readonly alarmState: AlarmState } {
  const keys = new Set(alarms.map(keyOf));
  const fresh = alarms.filter((alarm) => !alarmState.keys.has(keyOf(alarm)));
  const [begun, repeated] = [fresh.filter(isRepeated), alarms.filter(isRepeated)];
  const isDue = begun.length > 0 || (repeated.length > 0 && now - alarmState.at >= REPEAT_MS);
  if (!isDue) return { sound: fresh.length > 0 ? 'offer' : null, alarmState: { ...alarmState, keys } };
  const kinds = new Set((begun.length > 0 ? begun : repeated).map(({ kind }) => kind));
  const sound = kinds.has('new') && !(kinds.has('unanswered') && alarmState.last === 'new') ? 'new' : 'unanswered';
  return { sound, alarmState: { keys, at: now, last: sound } };
}

/**
 * Two soft tones per kind, in Hz: rising for a new emergency, falling for an unanswered request, and equal and
 * quieter for an offer (ROAD-02, ROAD-03, ROAD-05).
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
 * Browsers allow sound after these events. `pointerup` is not used, because hiding the notice would move the element
 * under the pointer before the click.
 */
const ACTIVATION_EVENTS = ['click', 'keydown'] as const;

interface SoundState {
  /** Null until the user has clicked or pressed a key. */
  readonly audio: AudioContext | null;
  /** Whether the browser is still deciding whether to allow sound. */
  readonly isStarting: boolean;
  readonly isRunning: boolean;
}

const SILENT: SoundState = { audio: null, isStarting: false, isRunning: false };
const useSoundStore = create<SoundState>()(() => SILENT);
const { getState, setState } = useSoundStore;

/** Prepares the sound: immediately if the user has clicked on the page, otherwise on the first click or key press. */
export function prepareSound(): () => void {
  const allow = () => {
    // Browsers do not count every key. After Escape, for example, the request would stay pending.
    if (navigator.userActivation?.isActive !== false) void startSound();
  };
  for (const event of ACTIVATION_EVENTS) addEventListener(event, allow);
  // Before the first click browsers reject the request and log a warning.
  if (navigator.userActivation?.hasBeenActive) void startSound();
  return () => {
    for (const event of ACTIVATION_EVENTS) removeEventListener(event, allow);
    const { audio } = getState();
    setState(SILENT);
    void audio?.close();
  };
}

export async function startSound(): Promise<void> {
  if (typeof AudioContext === 'undefined' || getState().isRunning) return;
  const audio = getState().audio ?? openAudio();
  setState({ audio, isStarting: true });
  await audio.resume().catch(() => undefined);
  setState({ isStarting: false });
}

function openAudio(): AudioContext {
  const audio = new AudioContext();
  audio.addEventListener('statechange', () => {
    if (getState().audio === audio) setState({ isRunning: audio.state === 'running' });
  });
  return audio;
}

/** Checks whether the browser allows sound or is still deciding. */
export const useCanSound = (): boolean => useSoundStore(({ isRunning, isStarting }) => isRunning || isStarting);

/** Plays the two tones. @returns whether the browser allows it */
export function playTones(kind: AlarmKind): boolean {
  const { audio } = getState();
  if (audio?.state !== 'running') return false;
  const begin = audio.currentTime + 0.02;
  for (const [place, frequency] of TONES[kind].entries())
    playTone(audio, { frequency, loudness: LOUDNESS[kind], at: begin + place * BETWEEN_SECONDS });
  return true;
}

interface Tone {
  readonly frequency: number;
  readonly loudness: number;
  /** Time in seconds of the audio context. */
  readonly at: number;
}

/** Plays a sine tone that fades in and out, to avoid clicks. */
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

import { QueryObserver } from '@tanstack/react-query';
import { CLAIM_LIFE_SECONDS, DESK_BEAT_SECONDS, type RoadsideDesk } from '@wayside/contract/roadside';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../../lib/listeners.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionStatus, signedInIdentity } from '../../lib/session.ts';
import { openSound, playTones } from './alarm-sound.ts';
import { alarmsOf, NOTHING_HEARD, nextSound } from './alarms.ts';
import { settleUnknown } from './pressed-actions.ts';
import {
  type DeskQueue,
  queueAskedAt,
  queueQuery,
  refreshQueue,
  reloadAfterLoss,
  sendDesk,
} from './roadside-queries.ts';
import { onSecond, serverNow } from './server-clock.ts';

/** A sign of the desk that got no answer is sent again after this. */
const RETRY_MS = 5_000;
/** The queue is asked for anew when it is older: nothing streams to a hidden page, and a stream may fail in silence. */
const OLDEST_MS = { hidden: 5_000, shown: 15_000 } as const;
/** Without an answer for so long the screen says so. */
const LOST_AFTER_MS = 12_000;

let pageCount = 0;
let shut: (() => void) | null = null;
let heard = NOTHING_HEARD;
let lapsesAt: number | null = null;
/** Whether the network was away since the last answer. */
let wasOffline = false;
const beat = { sentAt: 0, answeredAt: 0, isUnderway: false };
const listeners = createListeners();
const alarmListeners = createListeners<[how: 'sound' | 'flash']>();

const queueNow = (): DeskQueue | undefined => queryClient.getQueryData(queueQuery.queryKey);
const meNow = (): string | null => signedInIdentity()?.id ?? null;

/** Whether a desk hears nothing now. */
export const isMutedNow = (desk: RoadsideDesk | undefined): boolean =>
  desk?.mutedUntil != null && Date.parse(desk.mutedUntil) > serverNow();
const isOwnMuted = (): boolean => isMutedNow(queueNow()?.desks.find(({ id }) => id === meNow()));
const ownClaims = (): number =>
  queueNow()?.emergencies.filter(({ claim }) => claim !== null && claim.ownerId === meNow()).length ?? 0;

/**
 * Opens the own desk with one of its pages: it says that it is there, keeps the queue fresh, sounds and counts in the tab's title, also
 * behind other windows (ROAD-02, ROAD-03). On other screens of the tab it stays open while somebody has a claim.
 * @returns what leaves the page
 */
export function enterDesk(): () => void {
  pageCount += 1;
  if (shut === null) {
    shut = open();
    lookAtOnce();
  }
  return () => {
    pageCount -= 1;
    // The next page of the desk may be about to be entered.
    setTimeout(shutUnneeded);
  };
}

/** Calls a listener with what sounds, or flashes where the browser does not let it. @returns what stops that */
export const onAlarm = alarmListeners.subscribe;

/** When the claims of the desk lapse, by this machine's clock, while the server does not answer; null while it does. */
export const useLapsesAt = (): number | null => useSyncExternalStore(listeners.subscribe, () => lapsesAt);

/**
 * Says that the desk is open.
 * @param isMuted what somebody has just pressed; null leaves it as it is, because another tab may have changed it
 * @throws when nothing was changed
 */
export async function sendBeat(isMuted: boolean | null = null): Promise<void> {
  const sentAt = Date.now();
  Object.assign(beat, { sentAt, isUnderway: true });
  try {
    await sendDesk({ isMuted, isClosing: false });
    const wasLost = lapsesAt !== null || wasOffline;
    wasOffline = false;
    beat.answeredAt = sentAt;
    setLapsesAt(null);
    if (wasLost) void reloadAfterLoss();
  } finally {
    beat.isUnderway = false;
  }
}

function open(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const queueObserver = new QueryObserver(queryClient, queueQuery);
  const closeSound = openSound();
  const stopWatching = queueObserver.subscribe(followQueue);
  const stopTicking = onSecond(look);
  addEventListener('offline', () => (wasOffline = true), { signal });
  // Without a network the screen says soon since when.
  for (const event of ['online', 'offline'] as const) addEventListener(event, lookAtOnce, { signal });
  addEventListener('pageshow', lookAtOnce, { signal });
  addEventListener('pagehide', sendClosing, { signal });
  return () => {
    ended.abort();
    stopTicking();
    stopWatching();
    closeSound();
    countInTitle(0);
    Object.assign(beat, { sentAt: 0, answeredAt: 0 });
    heard = NOTHING_HEARD;
    setLapsesAt(null);
  };
}

function shutUnneeded(): void {
  const isSignedIn = sessionStatus() === 'signed-in' || sessionStatus() === 'interrupted';
  if (shut === null || pageCount > 0 || (isSignedIn && ownClaims() > 0)) return;
  if (isSignedIn) sendClosing();
  shut();
  shut = null;
}

function sendClosing(): void {
  if (beat.sentAt > 0) sendDesk({ isMuted: null, isClosing: true }).catch(() => undefined);
}

function lookAtOnce(): void {
  beat.sentAt = 0;
  look();
}

/** What follows from each answer, also from one that has brought nothing new. */
function followQueue(): void {
  const queue = queueNow();
  if (queue !== undefined) settleUnknown(queue.emergencies, meNow(), queueAskedAt());
  if (beat.sentAt === 0) look();
  else listen();
}

/** What is due: a sign of the desk, the queue, a sound. */
function look(): void {
  if (pageCount === 0) shutUnneeded();
  if (shut === null || queueNow() === undefined) return;
  const now = Date.now();
  const { sentAt, answeredAt, isUnderway } = beat;
  const isLost =
    answeredAt > 0 && now - Math.max(answeredAt, queueAskedAt()) > LOST_AFTER_MS && sentAt > answeredAt;
  if (isLost) setLapsesAt(answeredAt + CLAIM_LIFE_SECONDS * 1000);
  const pauseMs = sentAt > answeredAt ? RETRY_MS : DESK_BEAT_SECONDS * 1000;
  if (!isUnderway && now - sentAt >= pauseMs) sendBeat().catch(() => undefined);
  if (now - queueAskedAt() >= OLDEST_MS[document.hidden ? 'hidden' : 'shown']) void refreshQueue();
  listen();
}

/** Sounds for what nobody has claimed or answered, at once and again until somebody does (ROAD-02). */
function listen(): void {
  const queue = queueNow();
  if (queue === undefined) return;
  countInTitle(queue.counts.new);
  const next = nextSound(heard, alarmsOf(queue.emergencies, meNow(), serverNow()), Date.now());
  heard = next.heard;
  if (next.sound === null || isOwnMuted()) return;
  const how = playTones(next.sound) ? 'sound' : 'flash';
  alarmListeners.notify(how);
}

/** Says in the tab's title how many emergencies nobody has claimed: "(2) Roadside · Wayside" (ROAD-02). */
function countInTitle(count: number): void {
  const title = `${count > 0 ? `(${count}) ` : ''}${document.title.replace(/^\(\d+\) /, '')}`;
  if (document.title !== title) document.title = title;
}

function setLapsesAt(at: number | null): void {
  if (at === lapsesAt) return;
  lapsesAt = at;
  listeners.notify();
}

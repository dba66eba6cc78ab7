import { QueryObserver } from '@tanstack/react-query';
import { CLAIM_TTL_SECONDS, DESK_HEARTBEAT_SECONDS, type RoadsideDesk } from '@wayside/contract/roadside';
import { create } from 'zustand';
import { ApiError } from '../../lib/api-error.ts';
import { createListeners } from '../../lib/listeners.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionStatus, signedInIdentity } from '../../lib/session.ts';
import { alarmsOf, INITIAL_ALARM_STATE, nextSound, playTones, prepareSound, startSound } from './alarms.ts';
import { resolveUnknownActions } from './desk-actions.ts';
import {
  type DeskQueue,
  queueQuery,
  queueRequestedAt,
  refreshQueue,
  reloadAfterReconnect,
  sendDeskState,
  sendShift,
} from './roadside-queries.ts';
import { onSecond, serverNow } from './server-clock.ts';

/** How long after a heartbeat without a response the next one is sent. */
const RETRY_MS = 5_000;
/** Maximum age of the queue before a refetch. A hidden page has no stream, and a stream can fail without an error. */
const MAX_AGE_MS = { hidden: 5_000, shown: 15_000 } as const;
/** After this time without a response, the screen reports that the server is not responding. */
const UNRESPONSIVE_AFTER_MS = 12_000;
/** Without a shift there are no heartbeats, so a queue of this age means that the server is not responding. */
const STALE_QUEUE_MS = MAX_AGE_MS.shown + UNRESPONSIVE_AFTER_MS;
const CONFLICT = 409;

interface DeskState {
  /** The time at which the claims expire, by the local clock; null while the server is responding. */
  readonly claimsExpireAt: number | null;
}

const useDeskStore = create<DeskState>()(() => ({ claimsExpireAt: null }));
const alarmListeners = createListeners<[how: 'sound' | 'flash']>();

const getCachedQueue = (): DeskQueue | undefined => queryClient.getQueryData(queueQuery.queryKey);
const ownId = (): string | null => signedInIdentity()?.id ?? null;

export const isMutedNow = (desk: RoadsideDesk | undefined): boolean =>
  desk?.mutedUntil != null && Date.parse(desk.mutedUntil) > serverNow();
const ownDesk = (): RoadsideDesk | undefined => getCachedQueue()?.desks.find(({ id }) => id === ownId());
const countOwnClaims = (): number =>
  getCachedQueue()?.emergencies.filter(({ claim }) => claim !== null && claim.ownerId === ownId()).length ?? 0;

/**
 * The desk of this browser tab. While open, it keeps the queue fresh. On shift, it also sends heartbeats, plays
 * sounds and shows a count in the tab's title, even in the background (ROAD-02, ROAD-03, DESK-03). On other screens
 * it stays open while the user has a claim.
 */
class DeskSession {
  #pageCount = 0;
  /** Closes the open desk; null if the desk is closed. */
  #stop: (() => void) | null = null;
  #alarmState = INITIAL_ALARM_STATE;
  /** Whether the network connection has been lost since the last response. */
  #wasOffline = false;
  /** Times of the last heartbeat and its response, by the local clock; 0 before the first. */
  #sentAt = 0;
  #answeredAt = 0;
  #isSending = false;
  /** Null when off shift. */
  #closeSound: (() => void) | null = null;

  /** Opens the desk for one of its pages. @returns a function to call when the page closes */
  enter(): () => void {
    this.#pageCount += 1;
    if (this.#stop === null) {
      this.#stop = this.#start();
      this.#checkAtOnce();
    }
    return () => {
      this.#pageCount -= 1;
      // Delayed, because another page of the desk may open next.
      setTimeout(() => this.#closeIfUnused());
    };
  }

  /**
   * Reports that the desk is open.
   * @param isMuted the choice of the user; null changes nothing, because another tab may have changed it
   * @throws if nothing was changed
   */
  async sendHeartbeat(isMuted: boolean | null): Promise<void> {
    const sentAt = Date.now();
    this.#sentAt = sentAt;
    this.#isSending = true;
    try {
      await sendDeskState({ isMuted, isClosing: false });
      const wasLost = useDeskStore.getState().claimsExpireAt !== null || this.#wasOffline;
      this.#wasOffline = false;
      this.#answeredAt = sentAt;
      useDeskStore.setState({ claimsExpireAt: null });
      if (wasLost) void reloadAfterReconnect();
    } finally {
      this.#isSending = false;
    }
  }

  /** Starts or ends the shift (DESK-03). The click that starts it also allows sound. @throws if nothing was changed */
  async setShift(isOnShift: boolean): Promise<void> {
    if (isOnShift) this.#listen(true);
    const sounding = isOnShift ? startSound() : null;
    try {
      await sendShift(isOnShift);
      await sounding;
    } finally {
      this.#checkAtOnce();
    }
  }

  #listen(isOnShift: boolean): void {
    if (isOnShift) {
      this.#closeSound ??= prepareSound();
      return;
    }
    this.#closeSound?.();
    this.#closeSound = null;
    this.#sentAt = 0;
    this.#answeredAt = 0;
    this.#alarmState = INITIAL_ALARM_STATE;
    showCountInTitle(0);
  }

  #start(): () => void {
    const ended = new AbortController();
    const { signal } = ended;
    const checkAtOnce = () => this.#checkAtOnce();
    const stopWatching = new QueryObserver(queryClient, queueQuery).subscribe(() => this.#followQueue());
    const stopTicking = onSecond(() => this.#check());
    addEventListener('offline', () => (this.#wasOffline = true), { signal });
    // Checks immediately, so that a lost network is reported soon.
    for (const event of ['online', 'offline', 'pageshow'] as const)
      addEventListener(event, checkAtOnce, { signal });
    addEventListener('pagehide', () => this.#sendClosing(), { signal });
    return () => {
      ended.abort();
      stopTicking();
      stopWatching();
      this.#listen(false);
      useDeskStore.setState({ claimsExpireAt: null });
    };
  }

  #closeIfUnused(): void {
    const isSignedIn = sessionStatus() === 'signed-in' || sessionStatus() === 'interrupted';
    if (this.#stop === null || this.#pageCount > 0 || (isSignedIn && countOwnClaims() > 0)) return;
    if (isSignedIn) this.#sendClosing();
    this.#stop();
    this.#stop = null;
  }

  #sendClosing(): void {
    if (this.#sentAt > 0 && ownDesk() !== undefined)
      sendDeskState({ isMuted: null, isClosing: true }).catch(() => undefined);
  }

  #checkAtOnce(): void {
    this.#sentAt = 0;
    this.#check();
  }

  /** Runs after each response, even if nothing has changed. */
  #followQueue(): void {
    const queue = getCachedQueue();
    if (queue !== undefined) resolveUnknownActions(queue.emergencies, ownId(), queueRequestedAt());
    if (this.#sentAt === 0 && ownDesk() !== undefined) this.#check();
    else this.#playDue();
  }

  /** Sends a heartbeat, refetches the queue and plays a sound when necessary. */
  #check(): void {
    if (this.#pageCount === 0) this.#closeIfUnused();
    if (this.#stop === null || getCachedQueue() === undefined) return;
    const now = Date.now();
    if (now - queueRequestedAt() >= MAX_AGE_MS[document.hidden ? 'hidden' : 'shown']) void refreshQueue();
    const isOnShift = ownDesk() !== undefined;
    this.#listen(isOnShift);
    if (!isOnShift) {
      const isOld = queueRequestedAt() > 0 && now - queueRequestedAt() > STALE_QUEUE_MS;
      if (isOld !== (useDeskStore.getState().claimsExpireAt !== null))
        useDeskStore.setState({ claimsExpireAt: isOld ? now : null });
      return;
    }
    const [sentAt, answeredAt] = [this.#sentAt, this.#answeredAt];
    const isLost =
      answeredAt > 0 &&
      now - Math.max(answeredAt, queueRequestedAt()) > UNRESPONSIVE_AFTER_MS &&
      sentAt > answeredAt;
    if (isLost) useDeskStore.setState({ claimsExpireAt: answeredAt + CLAIM_TTL_SECONDS * 1000 });
    const pauseMs = sentAt > answeredAt ? RETRY_MS : DESK_HEARTBEAT_SECONDS * 1000;
    if (!this.#isSending && now - sentAt >= pauseMs) this.sendHeartbeat(null).catch(refreshAfterConflict);
    this.#playDue();
  }

  /** Plays the next sound for unclaimed or unanswered emergencies (ROAD-02). */
  #playDue(): void {
    const queue = getCachedQueue();
    const own = ownDesk();
    if (queue === undefined || own === undefined) return;
    showCountInTitle(queue.counts.new);
    const next = nextSound(this.#alarmState, alarmsOf(queue.emergencies, ownId(), serverNow()), Date.now());
    this.#alarmState = next.alarmState;
    if (next.sound === null || isMutedNow(own)) return;
    alarmListeners.notify(playTones(next.sound) ? 'sound' : 'flash');
  }
}

/** Refreshes the queue, because the shift has ended in another tab, on another device or node. */
function refreshAfterConflict(error: unknown): void {
  if (error instanceof ApiError && error.status === CONFLICT) void refreshQueue();
}

export const desk = new DeskSession();

/** Calls a listener for each alarm, with `flash` if the browser allows no sound. @returns the unsubscribe function */
export const onAlarm = alarmListeners.subscribe;

/** Returns the time at which the claims expire, by the local clock; null while the server is responding. */
export const useClaimsExpireAt = (): number | null => useDeskStore((state) => state.claimsExpireAt);

/** Shows the number of unclaimed emergencies in the tab's title: "(2) Roadside · Wayside" (ROAD-02). */
function showCountInTitle(count: number): void {
  const title = `${count > 0 ? `(${count}) ` : ''}${document.title.replace(/^\(\d+\) /, '')}`;
  if (document.title !== title) document.title = title;
}

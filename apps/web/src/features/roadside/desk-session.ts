import { QueryObserver } from '@tanstack/react-query';
import { CLAIM_LIFE_SECONDS, DESK_BEAT_SECONDS, type RoadsideDesk } from '@wayside/contract/roadside';
import { create } from 'zustand';
import { ApiError } from '../../lib/api-error.ts';
import { createListeners } from '../../lib/listeners.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionStatus, signedInIdentity } from '../../lib/session.ts';
import { alarmsOf, NO_ALARM, nextSound, openSound, playTones, startSound } from './alarms.ts';
import { resolveUnknown } from './desk-actions.ts';
import {
  type DeskQueue,
  queueQuery,
  queueRequestedAt,
  refreshQueue,
  reloadAfterLoss,
  sendDesk,
  sendShift,
} from './roadside-queries.ts';
import { onSecond, serverNow } from './server-clock.ts';

/** A heartbeat without a response is sent again after this. */
const RETRY_MS = 5_000;
/** An older queue is refetched: a hidden page has no stream, and a stream may fail without an error. */
const OLDEST_MS = { hidden: 5_000, shown: 15_000 } as const;
/** After this time without a response the screen reports that the server does not answer. */
const LOST_AFTER_MS = 12_000;
/** Without a shift there are no heartbeats; a queue this old means that the server does not respond. */
const OLD_QUEUE_MS = OLDEST_MS.shown + LOST_AFTER_MS;
const CONFLICT = 409;

interface DeskState {
  /** When the claims expire, by the clock of this machine, while the server does not answer; otherwise null. */
  readonly claimsExpireAt: number | null;
}

const useDeskStore = create<DeskState>()(() => ({ claimsExpireAt: null }));
const alarmListeners = createListeners<[how: 'sound' | 'flash']>();

const queueNow = (): DeskQueue | undefined => queryClient.getQueryData(queueQuery.queryKey);
const ownId = (): string | null => signedInIdentity()?.id ?? null;

export const isMutedNow = (desk: RoadsideDesk | undefined): boolean =>
  desk?.mutedUntil != null && Date.parse(desk.mutedUntil) > serverNow();
const ownDesk = (): RoadsideDesk | undefined => queueNow()?.desks.find(({ id }) => id === ownId());
const ownClaims = (): number =>
  queueNow()?.emergencies.filter(({ claim }) => claim !== null && claim.ownerId === ownId()).length ?? 0;

/**
 * The desk of this tab. While it is open it keeps the queue fresh; on shift it sends heartbeats, plays sounds and counts in the title of
 * the tab, also in the background (ROAD-02, ROAD-03, DESK-03). On other screens it stays open while the user has a claim.
 */
class DeskSession {
  #pageCount = 0;
  /** Stops the open desk; null while it is closed. */
  #stop: (() => void) | null = null;
  #alarmState = NO_ALARM;
  /** Whether the network was lost since the last response. */
  #wasOffline = false;
  /** Heartbeats, by the clock of this machine; 0 before the first. */
  #sentAt = 0;
  #answeredAt = 0;
  #isSending = false;
  /** Null without a shift. */
  #closeSound: (() => void) | null = null;

  /** Opens the desk with one of its pages. @returns a function that leaves the page */
  enter(): () => void {
    this.#pageCount += 1;
    if (this.#stop === null) {
      this.#stop = this.#start();
      this.#checkAtOnce();
    }
    return () => {
      this.#pageCount -= 1;
      // The next page of the desk may open now.
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
      await sendDesk({ isMuted, isClosing: false });
      const wasLost = useDeskStore.getState().claimsExpireAt !== null || this.#wasOffline;
      this.#wasOffline = false;
      this.#answeredAt = sentAt;
      useDeskStore.setState({ claimsExpireAt: null });
      if (wasLost) void reloadAfterLoss();
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
      this.#closeSound ??= openSound();
      return;
    }
    this.#closeSound?.();
    this.#closeSound = null;
    this.#sentAt = 0;
    this.#answeredAt = 0;
    this.#alarmState = NO_ALARM;
    countInTitle(0);
  }

  #start(): () => void {
    const ended = new AbortController();
    const { signal } = ended;
    const checkAtOnce = () => this.#checkAtOnce();
    const stopWatching = new QueryObserver(queryClient, queueQuery).subscribe(() => this.#followQueue());
    const stopTicking = onSecond(() => this.#check());
    addEventListener('offline', () => (this.#wasOffline = true), { signal });
    // Soon reports a lost network.
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
    if (this.#stop === null || this.#pageCount > 0 || (isSignedIn && ownClaims() > 0)) return;
    if (isSignedIn) this.#sendClosing();
    this.#stop();
    this.#stop = null;
  }

  #sendClosing(): void {
    if (this.#sentAt > 0 && ownDesk() !== undefined)
      sendDesk({ isMuted: null, isClosing: true }).catch(() => undefined);
  }

  #checkAtOnce(): void {
    this.#sentAt = 0;
    this.#check();
  }

  /** Runs after each response, even without changes. */
  #followQueue(): void {
    const queue = queueNow();
    if (queue !== undefined) resolveUnknown(queue.emergencies, ownId(), queueRequestedAt());
    if (this.#sentAt === 0 && ownDesk() !== undefined) this.#check();
    else this.#playDue();
  }

  /** Sends a heartbeat, refetches the queue or plays a sound if due. */
  #check(): void {
    if (this.#pageCount === 0) this.#closeIfUnused();
    if (this.#stop === null || queueNow() === undefined) return;
    const now = Date.now();
    if (now - queueRequestedAt() >= OLDEST_MS[document.hidden ? 'hidden' : 'shown']) void refreshQueue();
    const isOnShift = ownDesk() !== undefined;
    this.#listen(isOnShift);
    if (!isOnShift) {
      const isOld = queueRequestedAt() > 0 && now - queueRequestedAt() > OLD_QUEUE_MS;
      if (isOld !== (useDeskStore.getState().claimsExpireAt !== null))
        useDeskStore.setState({ claimsExpireAt: isOld ? now : null });
      return;
    }
    const [sentAt, answeredAt] = [this.#sentAt, this.#answeredAt];
    const isLost =
      answeredAt > 0 && now - Math.max(answeredAt, queueRequestedAt()) > LOST_AFTER_MS && sentAt > answeredAt;
    if (isLost) useDeskStore.setState({ claimsExpireAt: answeredAt + CLAIM_LIFE_SECONDS * 1000 });
    const pauseMs = sentAt > answeredAt ? RETRY_MS : DESK_BEAT_SECONDS * 1000;
    if (!this.#isSending && now - sentAt >= pauseMs) this.sendHeartbeat(null).catch(refreshAfterConflict);
    this.#playDue();
  }

  /** Plays the due sound for unclaimed or unanswered emergencies (ROAD-02). */
  #playDue(): void {
    const queue = queueNow();
    const own = ownDesk();
    if (queue === undefined || own === undefined) return;
    countInTitle(queue.counts.new);
    const next = nextSound(this.#alarmState, alarmsOf(queue.emergencies, ownId(), serverNow()), Date.now());
    this.#alarmState = next.alarmState;
    if (next.sound === null || isMutedNow(own)) return;
    alarmListeners.notify(playTones(next.sound) ? 'sound' : 'flash');
  }
}

/** The shift has ended on another node, tab or device. */
function refreshAfterConflict(error: unknown): void {
  if (error instanceof ApiError && error.status === CONFLICT) void refreshQueue();
}

/** The desk of this tab. */
export const desk = new DeskSession();

/** Calls a listener for each alarm; it flashes if the browser allows no sound. @returns the unsubscribe function */
export const onAlarm = alarmListeners.subscribe;

/** When the claims expire, by the clock of this machine, while the server does not answer; otherwise null. */
export const useClaimsExpireAt = (): number | null => useDeskStore((state) => state.claimsExpireAt);

/** Counts the unclaimed emergencies in the tab's title: "(2) Roadside · Wayside" (ROAD-02). */
function countInTitle(count: number): void {
  const title = `${count > 0 ? `(${count}) ` : ''}${document.title.replace(/^\(\d+\) /, '')}`;
  if (document.title !== title) document.title = title;
}

import { sessionStatus, subscribeToSession } from '../lib/session.ts';
import { followAll, followChanges, followOwed } from './follow-changes.ts';
import { shownQueries } from './followed-queries.ts';
import { showLivePaused } from './live-status.ts';
import { type LiveNews, readLiveStream } from './read-live-stream.ts';
import { connectTabs } from './share-stream.ts';

/** Without news for so long the header says that updates are paused (LIVE-03). */
const PAUSED_AFTER_MS = 10_000;
const CHECK_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const LONGEST_AGE_MS = 3_600_000;

let lastEventId: string | null = null;
let heardAt = 0;
let reading: AbortController | null = null;

const tabs = connectTabs(receive);

/** Follows changes as long as somebody is signed in and looks at the page (LIVE-03). */
export function startLive(): void {
  subscribeToSession(update);
  document.addEventListener('visibilitychange', update);
  window.setInterval(check, CHECK_MS);
  update();
  // Another tab may read already; what it heard while this page loaded is missing here.
  tabs.ask();
}

function receive(news: LiveNews): void {
  lastEventId = news.lastEventId ?? lastEventId;
  heardAt = performance.now();
  showLivePaused(false);
  followOwed();
  if (news.isResync) followAll();
  else if (news.changes.length > 0) {
    // For open forms, which load apart from this file.
    dispatchEvent(new CustomEvent('wayside:live', { detail: news.changes }));
    followChanges(news.changes);
  }
}

function update(): void {
  const isWanted = sessionStatus() === 'signed-in' && !document.hidden;
  if (isWanted === (reading !== null)) return;
  if (isWanted) {
    heardAt = performance.now();
    reading = new AbortController();
    void tabs.lead(readRepeatedly, reading.signal);
  } else {
    reading?.abort();
    reading = null;
    showLivePaused(false);
    if (sessionStatus() === 'signed-out') lastEventId = null;
  }
}

function check(): void {
  if (reading !== null && performance.now() - heardAt > PAUSED_AFTER_MS) showLivePaused(true);
}

async function readRepeatedly(signal: AbortSignal): Promise<void> {
  let failures = 0;
  const onNews = (news: LiveNews) => {
    failures = 0;
    receive(news);
    tabs.share(news);
  };
  while (!signal.aborted) {
    try {
      await readLiveStream({ lastEventId, ageMs: ageOfScreen(), signal, onNews });
    } catch {
      // The header says it once it has lasted.
    }
    if (signal.aborted) return;
    await pause(Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS), signal);
    failures += 1;
  }
}

/** How old the oldest data on the screen are. */
function ageOfScreen(): number {
  const ages = shownQueries().map(({ state }) => Date.now() - state.dataUpdatedAt);
  return Math.min(LONGEST_AGE_MS, Math.max(0, ...ages));
}

/** Ends early when the network is back. Spread, so that a server that starts again is not met by all at once. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      clearTimeout(timer);
      ended.abort();
      resolve();
    };
    const timer = window.setTimeout(end, ms * (0.5 + Math.random()));
    addEventListener('online', end, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
  });
}

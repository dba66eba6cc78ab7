import { LAST_EVENT_ID_HEADER, LIVE_EVENTS, type LiveChange, streamLiveChanges } from '@wayside/contract/live';
import { decodeLeniently } from '@wayside/contract/wire/wire';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { fetchAnswer } from '../lib/api.ts';

/** The server sends something every five seconds. */
const LONGEST_SILENCE_MS = 12_000;

/** What came with one piece of the stream. */
export interface LiveNews {
  readonly changes: readonly LiveChange[];
  /** Whether what has changed is not known. */
  readonly isResync: boolean;
  /** The last event so far, from which the next stream goes on; null before the first. */
  readonly lastEventId: string | null;
}

export interface ReadLiveStreamInput {
  readonly lastEventId: string | null;
  /** How old the data on the screen are, for a stream without an event before. */
  readonly ageMs: number;
  readonly signal: AbortSignal;
  readonly onNews: (news: LiveNews) => void;
}

function changeOf({ data }: EventSourceMessage): LiveChange | null {
  return decodeLeniently(streamLiveChanges.answer, JSON.parse(data), () => undefined) ?? null;
}

/**
 * Reads the stream until it ends, falls silent or is given up.
 * @throws ApiError where it does not begin; an abort passes as it is
 */
export async function readLiveStream(input: ReadLiveStreamInput): Promise<void> {
  const silence = new AbortController();
  const signal = AbortSignal.any([input.signal, silence.signal]);
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => silence.abort(), LONGEST_SILENCE_MS);
  };
  wait();
  try {
    const { lastEventId } = input;
    const response = await fetchAnswer(streamLiveChanges, {
      query: { ageMs: lastEventId === null ? input.ageMs : null },
      headers: {
        accept: 'text/event-stream',
        ...(lastEventId === null ? {} : { [LAST_EVENT_ID_HEADER]: lastEventId }),
      },
      signal,
    });
    await readEvents(response, input, wait);
  } finally {
    clearTimeout(timer);
  }
}

async function readEvents(
  response: Response,
  { lastEventId: before, onNews }: ReadLiveStreamInput,
  onBytes: () => void,
): Promise<void> {
  let lastEventId = before;
  let events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) return;
    onBytes();
    events = [];
    parser.feed(value ?? '');
    lastEventId = events.findLast(({ id }) => id !== undefined)?.id ?? lastEventId;
    onNews({
      changes: events.filter(({ event }) => event === undefined).flatMap((event) => changeOf(event) ?? []),
      isResync: events.some(({ event }) => event === LIVE_EVENTS.resync),
      lastEventId,
    });
  }
}

import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { eventually } from './eventually.ts';

export type LiveClient = Awaited<ReturnType<typeof openLiveClient>>;

/** The subscription that a client requests. */
export interface LiveClientOptions {
  readonly token: string;
  readonly lastEventId?: string;
  readonly ageMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens the stream of a running server. The response may be an error without events. */
export async function openLiveClient(address: string, { token, lastEventId, ageMs, headers }: LiveClientOptions) {
  const abort = new AbortController();
  const query = ageMs === undefined ? '' : `?age=${ageMs}`;
  const response = await fetch(`${address}/api/v1/admin/live${query}`, {
    headers: { token, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }), ...headers },
    signal: abort.signal,
  });
  const events: EventSourceMessage[] = [];
  let isEnded = false;
  const read = async () => {
    const parser = createParser({ onEvent: (event) => events.push(event) });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) parser.feed(decoder.decode(chunk, { stream: true }));
  };
  const end = () => {
    isEnded = true;
  };
  if (response.ok) read().then(end, end);
  /** Returns the ids received so far for one kind of record. */
  const idsOf = (entity: string): (string | null)[] =>
    events
      .filter(({ event }) => event === undefined)
      .map(({ data }): { entity: string; id: string | null } => JSON.parse(data))
      .filter((change) => change.entity === entity)
      .map(({ id }) => id);
  return {
    response,
    /** Every event so far, including named ones. */
    events,
    /** Whether the server has ended the stream or the connection has broken. */
    isEnded: () => isEnded,
    /** Returns the id of the last event with an id, as a client sends it when it reconnects. */
    lastEventId: () => events.findLast(({ id }) => id !== undefined)?.id ?? '',
    idsOf,
    hears: (entity: string, ids: readonly (string | null)[]) =>
      eventually(`changes of ${entity}: ${ids.join()}`, () => {
        const heard = new Set(idsOf(entity));
        return ids.every((id) => heard.has(id));
      }),
    hearsEvent: (name: string) => eventually(`the event ${name}`, () => events.some(({ event }) => event === name)),
    close: () => abort.abort(),
  };
}

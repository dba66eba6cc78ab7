import * as z from 'zod/mini';
import { maybe, text, unlessNull } from './fields.ts';
import type { Params } from './sentence.ts';
import { type Wire, wireValue } from './wire.ts';
import { type DomainOf, wireObject } from './wire-object.ts';

const params: Wire<Params> = wireValue(z.record(z.string(), z.union([z.string(), z.number()])), (value) => value);

const keyFields = { code: text, params };

/**
 * The code and parameters of an English text stored on a record; null if the text is not a message of this server
 * (LANG-02).
 */
export type SentenceKey = DomainOf<typeof keyFields>;
export const sentenceKey: Wire<SentenceKey | null> = unlessNull(wireObject(keyFields));

/**
 * The message fields of a response: the English message, and the code and parameters for its translation (LANG-02).
 * An external provider may send only the message.
 */
export const sentenceFields = { code: unlessNull(text), params: unlessNull(params), message: maybe(text) };

export type ResponseSentence = Readonly<DomainOf<typeof sentenceFields>>;

/** The message fields of a response without a message. */
export const EMPTY_SENTENCE = { code: null, params: null, message: null } as const;

import * as z from 'zod/mini';
import { maybe, text, unlessNull } from './fields.ts';
import type { Params } from './sentence.ts';
import { type Wire, wireValue } from './wire.ts';
import type { DomainOf } from './wire-object.ts';

const params: Wire<Params> = wireValue(z.record(z.string(), z.union([z.string(), z.number()])), (value) => value);

/**
 * The message fields of a response: the English message, and the code and parameters to translate it by (LANG-02).
 * Another provider may send the
 * message alone.
 */
export const saidFields = { code: unlessNull(text), params: unlessNull(params), message: maybe(text) };

export type AnswerSentence = Readonly<DomainOf<typeof saidFields>>;

/** The message fields of a response without a message. */
export const NOTHING_SAID = { code: null, params: null, message: null } as const;

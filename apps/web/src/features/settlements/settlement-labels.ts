import {
  differencePaise,
  type LineState,
  type LineType,
  type MatchStep,
  type Resolution,
  type SettlementLine,
} from '@wayside/contract/settlement-lines';
import { type Message, msg, plural, t, verbatim } from '../../languages/text.ts';
import { fileFormat } from '../../lib/file-format.ts';
import { formatColumnRupees, formatExactRupees, toSpacedText } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { StatusLabel, Tone } from '../../ui/badge.tsx';

const TONES: Readonly<Record<LineState, Tone>> = {
  matched: 'success',
  amount_differs: 'warning',
  missing_here: 'danger',
  missing_there: 'danger',
  duplicate: 'warning',
  refunded: 'info',
  ignored: 'neutral',
};

const STATES: Readonly<Record<LineState, Message>> = {
  matched: msg('Matched'),
  amount_differs: msg('Amount differs'),
  missing_here: msg('Missing here'),
  missing_there: msg('Missing there'),
  duplicate: msg('Duplicate'),
  refunded: msg('Refunded'),
  ignored: msg('Ignored'),
};

export const LINE_STATE_LABELS = Object.entries(STATES).map(([value, label]) => ({ value, label }));

const RESOLUTIONS: Readonly<Record<Resolution, Message>> = {
  linked: msg('Linked'),
  split: msg('Split'),
  written_off: msg('Written off'),
  ignored: msg('Ignored'),
};
/** Returns the label of a user's resolution of a line. */
export const resolutionText = (resolution: string): string =>
  t(lookUp(RESOLUTIONS, resolution) ?? verbatim(toSpacedText(resolution)));

const toneOf = (state: string): Tone => lookUp(TONES, state) ?? 'neutral';

/** Returns the badge of a line state for the sums of a file. */
export const stateBadgeOf = (state: string): StatusLabel => ({
  label: lookUp(STATES, state) ?? verbatim(toSpacedText(state)),
  tone: toneOf(state),
});

function stateOf({ state, resolution }: Pick<SettlementLine, 'state' | 'resolution'>): Message {
  const isDone = state === 'matched' || state === 'ignored';
  const resolved = isDone && resolution !== null ? lookUp(RESOLUTIONS, resolution) : undefined;
  return resolved ?? lookUp(STATES, state) ?? verbatim(state);
}

/** Returns the badge of a line: its state, its resolution, or that it is being matched. */
export const lineBadgeOf = (line: Pick<SettlementLine, 'state' | 'resolution' | 'isMatching'>): StatusLabel =>
  line.isMatching ? { label: msg('Matching…'), tone: 'info' } : { label: stateOf(line), tone: toneOf(line.state) };

const STEPS: Readonly<Record<MatchStep, Message>> = {
  payment_id: msg('Payment ID'),
  order_id: msg('Order ID'),
  utr: verbatim('UTR'),
  person: msg('A person'),
};
/** Returns the label of a matching method. */
export const stepText = (step: string): string => t(lookUp(STEPS, step) ?? verbatim(toSpacedText(step)));

const BY_STEPS: Readonly<Record<MatchStep, Message>> = {
  payment_id: msg('by Payment ID'),
  order_id: msg('by Order ID'),
  utr: msg('by UTR'),
  person: msg('by A person'),
};
/** Returns the matching method as shown below a line's state: "by Payment ID". */
export const matchingMethodText = (step: string): string =>
  t(lookUp(BY_STEPS, step) ?? msg('by {step}'), { step: toSpacedText(step) });

const ENTRIES: Readonly<Record<string, Message>> = {
  requested: msg('Write-off requested'),
  rejected: msg('Write-off rejected'),
  withdrawn: msg('Write-off withdrawn'),
  approved: msg('Write-off approved'),
  reopened: msg('Undone'),
  updated: msg('Owner or note changed'),
};
/** Returns the label of a decision on a line: "Write-off rejected". */
export const entryText = (action: string): string => t(lookUp(ENTRIES, action) ?? verbatim(toSpacedText(action)));

/** Returns the difference, such as "−₹0.50", or a dash if there is nothing to compare with. */
export function differenceText(line: SettlementLine): string {
  const paise = differencePaise(line);
  return paise === null ? '–' : formatColumnRupees(paise);
}

/** Returns the age of a line: "3 days". */
export const ageText = (days: number): string => plural(days, '{count} day', '{count} days');

const TYPES: Readonly<Record<LineType, readonly [label: Message, title: Message]>> = {
  payment: [msg('Payment'), msg('Payment of {amount}')],
  refund: [msg('Refund'), msg('Refund of {amount}')],
  chargeback: [msg('Chargeback'), msg('Chargeback of {amount}')],
  adjustment: [msg('Adjustment'), msg('Adjustment of {amount}')],
  credit: [msg('Credit'), msg('Credit of {amount}')],
  debit: [msg('Debit'), msg('Debit of {amount}')],
};
/** Returns the label of a line type. */
export const typeText = (type: string): string => t(lookUp(TYPES, type)?.[0] ?? verbatim(toSpacedText(type)));

/** Returns the title of a line: "Refund of −₹300". */
export const lineTitle = ({ type, amountPaise }: Pick<SettlementLine, 'type' | 'amountPaise'>): string =>
  t(lookUp(TYPES, type)?.[1] ?? msg('{type} of {amount}'), {
    type: toSpacedText(type),
    amount: formatExactRupees(amountPaise),
  });

const METHODS: Readonly<Record<string, Message>> = { online: msg('online'), cash: msg('cash'), card: msg('card') };
/** Returns a payment method in the form used inside a sentence: "online". */
export const methodText = (method: string): string => t(lookUp(METHODS, method) ?? verbatim(method));

/** Returns the source of a line: the gateway or bank of a report, or the payments that have no line. */
export const sourceText = (source: string): string =>
  source === 'Payments here' ? t('Payments here') : fileFormat(source);

import {
  differencePaise,
  LINE_STATE_TEXTS,
  type LineState,
  lineStateText,
  type MatchStep,
  type SettlementLine,
} from '@wayside/contract/settlement-lines';
import { formatColumnRupees, formatCount, formatExactRupees, spacedWords } from '../../lib/format.ts';
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

export const LINE_STATE_LABELS = Object.entries(LINE_STATE_TEXTS).map(([value, label]) => ({ value, label }));

const toneOf = (state: string): Tone => lookUp(TONES, state) ?? 'neutral';

/** A state of lines, among the sums of a file. */
export const stateBadgeOf = (state: string): StatusLabel => ({
  label: lookUp(LINE_STATE_TEXTS, state) ?? spacedWords(state),
  tone: toneOf(state),
});

/** The state of a line, how a person has resolved it, or that it is being matched. */
export const lineBadgeOf = (line: Pick<SettlementLine, 'state' | 'resolution' | 'isMatching'>): StatusLabel =>
  line.isMatching ? { label: 'Matching…', tone: 'info' } : { label: lineStateText(line), tone: toneOf(line.state) };

const STEPS: Readonly<Record<MatchStep, string>> = {
  payment_id: 'Payment ID',
  order_id: 'Order ID',
  utr: 'UTR',
  person: 'A person',
};
/** By what a line was matched. */
export const stepText = (step: string): string => lookUp(STEPS, step) ?? spacedWords(step);

const ENTRIES: Readonly<Record<string, string>> = {
  requested: 'Write-off requested',
  rejected: 'Write-off rejected',
  withdrawn: 'Write-off withdrawn',
  approved: 'Write-off approved',
  reopened: 'Undone',
  updated: 'Owner or note changed',
};
/** What somebody has done with a line: "Write-off rejected". */
export const entryText = (action: string): string => lookUp(ENTRIES, action) ?? spacedWords(action);

/** "−₹0.50"; a dash for a line that differs from nothing. */
export function differenceText(line: SettlementLine): string {
  const paise = differencePaise(line);
  return paise === null ? '–' : formatColumnRupees(paise);
}

/** "3 days" */
export const ageText = (days: number): string => `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;

/** "Refund of −₹300" */
export const lineTitle = ({ type, amountPaise }: Pick<SettlementLine, 'type' | 'amountPaise'>): string =>
  `${spacedWords(type)} of ${formatExactRupees(amountPaise)}`;

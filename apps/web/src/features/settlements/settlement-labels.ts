import {
  LINE_STATE_TEXTS,
  type LineState,
  type MatchStep,
  type Resolution,
  type SettlementLine,
} from '@wayside/contract/settlement-lines';
import { formatCount, formatExactRupees, spacedWords } from '../../lib/format.ts';
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

export const lineBadgeOf = (state: string): StatusLabel => ({
  label: lookUp(LINE_STATE_TEXTS, state) ?? spacedWords(state),
  tone: lookUp(TONES, state) ?? 'neutral',
});

const STEPS: Readonly<Record<MatchStep, string>> = {
  payment_id: 'Payment ID',
  order_id: 'Order ID',
  utr: 'UTR',
  person: 'A person',
};
/** By what a line was matched. */
export const stepText = (step: string): string => lookUp(STEPS, step) ?? spacedWords(step);

const RESOLUTIONS: Readonly<Record<Resolution, string>> = {
  linked: 'Linked',
  split: 'Split',
  written_off: 'Written off',
  ignored: 'Ignored',
};
export const resolutionText = (resolution: string): string =>
  lookUp(RESOLUTIONS, resolution) ?? spacedWords(resolution);

/** "3 days" */
export const ageText = (days: number): string => `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;

/** "Refund of −₹300" */
export const lineTitle = ({ type, amountPaise }: Pick<SettlementLine, 'type' | 'amountPaise'>): string =>
  `${spacedWords(type)} of ${formatExactRupees(amountPaise)}`;

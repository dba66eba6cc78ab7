import type { Job, RowResult } from '@wayside/contract/jobs';
import { type Message, msg, plural, t, verbatim } from '../../languages/text.ts';
import { lookUp } from '../../lib/look-up.ts';
import type { StatusLabel } from '../../ui/badge.tsx';

type Kind = Pick<Job, 'list' | 'action'>;

export const verbOf = (action: Job['action']): string => (action === 'block' ? t('Block') : t('Unblock'));

/** Returns the title of a job: "Block 1 user", "Unblock 418 mechanics". */
export function jobTitle({ list, action }: Kind, count: number): string {
  if (list === 'mechanics')
    return action === 'block'
      ? plural(count, 'Block {count} mechanic', 'Block {count} mechanics')
      : plural(count, 'Unblock {count} mechanic', 'Unblock {count} mechanics');
  return action === 'block'
    ? plural(count, 'Block {count} user', 'Block {count} users')
    : plural(count, 'Unblock {count} user', 'Unblock {count} users');
}

/** Returns the label of the undo button: "Unblock these 418 mechanics". */
export function undoTitle({ list, action, done }: Job): string {
  if (list === 'mechanics')
    return action === 'block'
      ? plural(done, 'Unblock this mechanic', 'Unblock these {count} mechanics')
      : plural(done, 'Block this mechanic', 'Block these {count} mechanics');
  return action === 'block'
    ? plural(done, 'Unblock this user', 'Unblock these {count} users')
    : plural(done, 'Block this user', 'Block these {count} users');
}

/** Returns "40 of 418 mechanics…" while the job runs, and "400 of 418 mechanics blocked." when it has ended. */
export function progressText({ list, action, state, total, left, done }: Job): string {
  if (state === 'running') {
    const reached = total - left;
    return list === 'mechanics'
      ? plural(total, '{reached} of {count} mechanic…', '{reached} of {count} mechanics…', { reached })
      : plural(total, '{reached} of {count} user…', '{reached} of {count} users…', { reached });
  }
  if (list === 'mechanics')
    return action === 'block'
      ? plural(total, '{done} of {count} mechanic blocked.', '{done} of {count} mechanics blocked.', { done })
      : plural(total, '{done} of {count} mechanic unblocked.', '{done} of {count} mechanics unblocked.', { done });
  return action === 'block'
    ? plural(total, '{done} of {count} user blocked.', '{done} of {count} users blocked.', { done })
    : plural(total, '{done} of {count} user unblocked.', '{done} of {count} users unblocked.', { done });
}

const STATE_LABELS: Readonly<Record<string, StatusLabel>> = {
  running: { label: msg('Running'), tone: 'info' },
  finished: { label: msg('Finished'), tone: 'success' },
  cancelled: { label: msg('Cancelled'), tone: 'neutral' },
  stopped: { label: msg('Stopped'), tone: 'warning' },
};

export const jobStateLabel = (state: Job['state']): StatusLabel =>
  lookUp(STATE_LABELS, state) ?? { label: verbatim(state), tone: 'neutral' };

const RESULT_LABELS: Readonly<Record<Exclude<RowResult, 'done'>, Message>> = {
  unchanged: msg('Unchanged'),
  refused: msg('Refused'),
  failed: msg('Failed'),
  waiting: msg('Waiting'),
  not_reached: msg('Not reached'),
};

/** Returns the label of a row's result: "Blocked", "Unchanged". */
export function resultLabel(result: string, action: Job['action']): string {
  if (result === 'done') return action === 'block' ? t('Blocked') : t('Unblocked');
  return t(lookUp<Message>(RESULT_LABELS, result) ?? verbatim(result));
}

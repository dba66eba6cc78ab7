import { useQuery } from '@tanstack/react-query';
import {
  canBeIgnored,
  rejectWriteOff,
  resolveSettlementLines,
  type SettlementLine,
  type SettlementLineDetails,
  unresolvedPaise,
  updateSettlementLine,
  type WriteOffLimit,
} from '@wayside/contract/settlement-lines';
import { useState } from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextArea } from '../../form/fields.tsx';
import { ReasonForm } from '../../form/reason-form.tsx';
import { msg, plural, t, translated } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { changedFields, versionOf } from '../../lib/changed-fields.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { SETTLEMENT_KEYS } from '../../lib/record-keys.ts';
import { lineTitle } from './settlement-labels.ts';
import { invalidateSettlements, limitQuery, linesQuery } from './settlements-queries.ts';

const MAX_NOTE_LENGTH = 500;

export const describeFailure = (error: unknown) => {
  void invalidateSettlements();
  return { message: failureText(error, t('Nothing was changed. Please try again.')) };
};

type ResolutionOption = 'written_off' | 'ignored';
const WRITE_OFF = { value: 'written_off', label: msg('Write off') } as const;
const IGNORE = { value: 'ignored', label: msg('Ignore') } as const;

/** Returns the possible resolutions of lines, most suitable first. */
const optionsFor = (lines: readonly SettlementLine[]) =>
  lines.length > 0 && lines.every(canBeIgnored) ? [IGNORE, WRITE_OFF] : [WRITE_OFF];

const sumOf = (lines: readonly SettlementLine[]): number =>
  lines.reduce((sum, line) => sum + unresolvedPaise(line), 0);

/** Returns the limit as text: "Above ₹1,000 a day, a second person approves. You have written off ₹900 today." */
function limitText({ limitPaise, writtenOffPaise }: WriteOffLimit, sumPaise: number): string {
  const isAbove = writtenOffPaise + sumPaise > limitPaise;
  return [
    t('Above {amount} a day, a second person approves.', { amount: formatExactRupees(limitPaise) }),
    writtenOffPaise > 0 &&
      t('You have written off {amount} today.', { amount: formatExactRupees(writtenOffPaise) }),
    isAbove && t('This write-off needs a second person’s approval.'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Returns the title of the form: "Write off this line, ₹300". */
function resolveTitle(isIgnored: boolean, count: number, sumPaise: number): string {
  const values = { amount: formatExactRupees(sumPaise) };
  return isIgnored
    ? plural(count, 'Ignore this line, {amount}', 'Ignore {count} lines, {amount}', values)
    : plural(count, 'Write off this line, {amount}', 'Write off {count} lines, {amount}', values);
}

interface ResolveFormProps {
  ids: readonly string[];
  onResolved: () => void;
  onClose: () => void;
}

/** Form that writes off or ignores lines, with one reason for all (RECON-03). */
export function ResolveForm(props: ResolveFormProps) {
  const { data: lines } = useQuery(linesQuery(props.ids));
  const { data: limit } = useQuery(limitQuery);
  // Waits for the lines, because they determine the default option.
  return lines && <LoadedResolveForm {...props} lines={lines} limit={limit} />;
}

interface LoadedResolveFormProps extends ResolveFormProps {
  lines: readonly SettlementLine[];
  limit: WriteOffLimit | undefined;
}

function LoadedResolveForm({ ids, lines, limit, onResolved, onClose }: LoadedResolveFormProps) {
  const options = optionsFor(lines);
  const sumPaise = sumOf(lines);
  const areMixed = new Set(lines.map(({ state }) => state)).size > 1;
  const [chosen, setChosen] = useState<ResolutionOption>(options[0]?.value ?? 'written_off');
  return (
    <DialogForm
      title={resolveTitle(chosen === 'ignored', ids.length, sumPaise)}
      defaultValues={{ resolution: chosen, reason: '' }}
      submitLabel={t((chosen === 'ignored' ? IGNORE : WRITE_OFF).label)}
      pendingLabel={t('Resolving...')}
      isAllowed={!areMixed}
      save={({ resolution, reason }) =>
        call(resolveSettlementLines, { body: { ids: [...ids], resolution, reason } })
      }
      done={({ message }) => message}
      describeFailure={describeFailure}
      onSaved={() => {
        onResolved();
        onClose();
        void invalidateSettlements();
      }}
      onClose={onClose}
    >
      {({ control, watch }) => (
        <>
          {areMixed && (
            <p className="text-warning-text">
              {t('These lines have different states. Select lines of one state.')}
            </p>
          )}
          {options.length > 1 && (
            <SelectField
              name="resolution"
              control={control}
              label={t('Resolution')}
              rules={{ onChange: ({ target }) => setChosen(target.value) }}
              options={translated(options)}
            />
          )}
          {limit && watch('resolution') === 'written_off' && (
            <p className="text-ink-soft">{limitText(limit, sumPaise)}</p>
          )}
          <TextArea
            name="reason"
            control={control}
            label={t('Reason')}
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            required
          />
        </>
      )}
    </DialogForm>
  );
}

interface LineFormProps {
  line: SettlementLineDetails;
  onClose: () => void;
}

const toFormValues = ({ note }: SettlementLineDetails) => ({ note: note ?? '' });

/** Form that changes the note of an exception (EDIT-01). */
export function NoteForm({ line, onClose }: LineFormProps) {
  return (
    <DialogForm
      title={t('Note')}
      description={lineTitle(line)}
      defaultValues={toFormValues(line)}
      edited={{
        ...{ record: line, noun: t('line'), entity: 'settlement_line', toFormValues },
        fields: { note: { key: 'note', label: t('Note') } },
        keys: { list: SETTLEMENT_KEYS.lines, one: SETTLEMENT_KEYS.line },
      }}
      submitLabel={t('Save')}
      pendingLabel={t('Saving...')}
      save={(typed, stored) =>
        call(updateSettlementLine, {
          params: { id: line.id },
          body: { ownerId: undefined, ...changedFields(typed, toFormValues(stored ?? line)) },
          ifMatch: versionOf(stored ?? line),
        })
      }
      done={t('Note saved')}
      describeFailure={describeFailure}
      onSaved={() => {
        onClose();
        void invalidateSettlements();
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <TextArea name="note" control={control} label={t('Note')} rows={4} maxLength={MAX_NOTE_LENGTH} />
      )}
    </DialogForm>
  );
}

function requestText({ requestedBy, requestedPaise }: SettlementLineDetails): string {
  const amount = formatExactRupees(requestedPaise);
  return requestedBy === null
    ? t('A request to write off {amount} is pending. The line is open again.', { amount })
    : t('{person} requested to write off {amount}. The line is open again.', { person: requestedBy, amount });
}

/** Form that rejects another user's write-off request. The history of the line stores the reason. */
export const RejectForm = ({ line, onClose }: LineFormProps) => (
  <ReasonForm
    title={t('Reject the write-off?')}
    description={requestText(line)}
    submitLabel={t('Reject')}
    pendingLabel={t('Rejecting...')}
    send={(reason) => call(rejectWriteOff, { params: { id: line.id }, body: { reason } })}
    done={({ message }) => message ?? t('Rejected.')}
    failed={t('Nothing was changed. Please try again.')}
    reload={invalidateSettlements}
    onClose={onClose}
  />
);

import { useBlocker } from '@tanstack/react-router';
import {
  type ConfigurationValues,
  type ShownConfiguration,
  updateConfiguration,
} from '@wayside/contract/configuration';
import { Save } from 'lucide-react';
import { type ComponentPropsWithRef, type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { ChangedNotice, ConflictNotice, useConcurrentChange } from '../../form/conflict-notice.tsx';
import { UNDECIDED_MESSAGE, useEditedRecord } from '../../form/edited-record.ts';
import { msg, plural, t } from '../../languages/text.ts';
import { failureText, fieldErrors } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionStatus, useMay } from '../../lib/session.ts';
import { readToken } from '../../lib/token.ts';
import { useUnsavedInput } from '../../lib/unsaved-input.ts';
import { UnreadableNote } from '../../list/loaded-section.tsx';
import type { BannerMessage } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LabelledInput } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { whileLoading } from '../../ui/toast.ts';
import {
  type ConfigurationField,
  changedFields,
  editedFields,
  emptiedFields,
  FIELDS,
  fieldError,
  parseValues,
  SECTIONS,
  steppedValue,
  type TypedConfiguration,
  toFormValues,
  toStoredValues,
} from './configuration-fields.ts';
import { configurationQuery, sendConfiguration, versionsQuery } from './configuration-queries.ts';

interface ConfigurationInputProps extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  field: ConfigurationField;
  error: string | undefined;
  onStep: (value: string) => void;
}

/**
 * Input of one field. Numbers use a text input, because a number input does not accept commas (EDIT-03). Steps and
 * bounds are hints (CONF-02); the arrow keys work as in a number input.
 */
function ConfigurationInput({ field, error, onStep, ...input }: ConfigurationInputProps) {
  const { label, kind, step, max } = field;
  if (kind === 'text')
    return (
      <LabelledInput label={t(label)} autoComplete="off" placeholder={t('Enter UPI ID')} error={error} {...input} />
    );
  const stepByKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const steps = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (input.readOnly || steps === undefined || fieldError(field, event.currentTarget.value) !== undefined) return;
    event.preventDefault();
    onStep(steppedValue(field, event.currentTarget.value, steps));
  };
  return (
    <LabelledInput
      label={t(label)}
      autoComplete="off"
      inputMode="decimal"
      step={step}
      min={0}
      max={max}
      hint={max === undefined ? undefined : t('From 0 to {max}', { max })}
      error={error}
      onKeyDown={stepByKey}
      {...input}
    />
  );
}

const ConfirmDialog = lazyPart(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');

interface ConfigurationFormProps {
  /** Null until the configuration is saved for the first time. */
  configuration: ShownConfiguration | null;
  onBanner: (message: BannerMessage) => void;
  children: (restore: (values: ConfigurationValues) => void) => ReactNode;
}

const SAVE_FAILED = msg('Failed to save configuration. Please try again.');

/** The form of the configuration, in sections (CONF-01 to CONF-04). */
export function ConfigurationForm({ configuration, onBanner, children }: ConfigurationFormProps) {
  const form = useForm<TypedConfiguration>({ defaultValues: toFormValues(configuration) });
  const { isSubmitting, errors } = form.formState;
  const edited = {
    record: configuration,
    noun: t('configuration'),
    entity: 'configuration' as const,
    toFormValues,
    fields: editedFields(),
  };
  const { stored, conflict, isUndecided, receive, accept } = useEditedRecord(form, edited);
  const mayChange = useMay()(updateConfiguration);
  // True after any edit, even one that restores the old value (CONF-03).
  const [isChanged, setChanged] = useState(false);
  useUnsavedInput(isChanged);
  const concurrentChange = useConcurrentChange(edited, isSubmitting || !isChanged);
  // While there are no edits, the form follows the stored values (LIVE-02).
  useEffect(() => {
    if (isChanged || isSubmitting || configuration === stored) return;
    form.reset(toFormValues(configuration));
    accept(configuration);
  });
  const leaving = useBlocker({
    // A signed-out administrator must be able to leave the page.
    shouldBlockFn: ({ current, next }) => isChanged && readToken() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: () => isChanged && sessionStatus() !== 'signed-out',
    withResolver: true,
  });

  const send = async (typed: TypedConfiguration) => {
    if (isUndecided) return onBanner({ tone: 'error', text: t(UNDECIDED_MESSAGE) });
    const body = parseValues(typed);
    try {
      const saving = sendConfiguration(body, stored && { record: stored, body: toStoredValues(stored, typed) });
      const { record } = await whileLoading(t('Saving the configuration...'), saving);
      onBanner({
        tone: 'success',
        text: configuration ? t('Configuration updated successfully!') : t('Configuration created successfully!'),
      });
      // An external provider may return outdated or different values (API-15).
      const saved = isOwnServer() ? record : null;
      form.reset(toFormValues(saved ?? body));
      setChanged(false);
      if (saved) queryClient.setQueryData(configurationQuery.queryKey, saved);
      else await queryClient.refetchQueries(configurationQuery);
      accept(queryClient.getQueryData(configurationQuery.queryKey) ?? null);
      await queryClient.refetchQueries({ ...versionsQuery, type: 'active' });
    } catch (error) {
      if (receive(error)) return void queryClient.refetchQueries({ ...versionsQuery, type: 'active' });
      const wrong = fieldErrors(updateConfiguration.body, error).flatMap(({ name, message }) => {
        const field = FIELDS.find(({ key }) => key === name);
        return field ? [{ field, message }] : [];
      });
      for (const { field, message } of wrong) form.setError(field.key, { message: t('It {message}', { message }) });
      const messages = wrong
        .map(({ field, message }) => t('{field} {message}', { field: t(field.label), message }))
        .join('; ');
      onBanner({ tone: 'error', text: messages || failureText(error, t(SAVE_FAILED)) });
    }
  };
  const [asked, setAsked] = useState<PendingSave | null>(null);
  const save = form.handleSubmit(
    (typed) => {
      const question: PendingSave = {
        emptied: emptiedFields(stored, typed),
        changes: stored === null || isUndecided ? [] : changedFields(stored, typed),
      };
      if (question.emptied.length === 0 && question.changes.length === 0) return send(typed);
      return setAsked(question);
    },
    // The banner is needed because the invalid field may be in another section.
    (wrong) => onBanner({ tone: 'error', text: fieldMessages(wrong) }),
  );
  const restore = (values: ConfigurationValues) => {
    for (const [key, text] of Object.entries(toFormValues(values)))
      form.setValue(key as ConfigurationField['key'], text);
    setChanged(true);
  };

  const isUnchanged = configuration !== null && !isChanged;
  const saveLabel = configuration ? t('Update Configuration') : t('Create Configuration');
  return (
    <>
      <Card>
        <form noValidate onChange={() => setChanged(true)} onSubmit={(event) => void save(event)}>
          {conflict && (
            <div className="border-b border-line p-5">
              <ConflictNotice {...conflict} />
            </div>
          )}
          <Tabs
            label={t('Sections of the configuration')}
            tabs={SECTIONS.map(({ title, fields }) => ({
              name: t(title),
              content: (
                <div className="grid gap-4 p-5 sm:grid-cols-2 lg:max-w-3xl">
                  {fields.map((field) => (
                    <ConfigurationInput
                      key={field.key}
                      field={field}
                      error={errors[field.key]?.message}
                      readOnly={!mayChange}
                      onStep={(value) => {
                        form.setValue(field.key, value, { shouldDirty: true });
                        setChanged(true);
                      }}
                      {...form.register(field.key, { validate: (typed) => fieldError(field, typed) })}
                    />
                  ))}
                </div>
              ),
            }))}
          />
          {Boolean(configuration?.unreadable) && (
            <div className="px-5 pb-4">
              <UnreadableNote
                count={configuration?.unreadable}
                noun={{ one: msg('value'), many: msg('values') }}
                more={t('Saving stores the values in the fields.')}
              />
            </div>
          )}
          <div className="px-5 has-[p]:pb-4">{!conflict && <ChangedNotice text={concurrentChange} />}</div>
          {mayChange ? (
            <div className="flex justify-end border-t border-line px-5 py-3 max-md:*:flex-1 sheet-buttons">
              <Button
                type="submit"
                variant="primary"
                icon={<Save className="size-4" />}
                pending={isSubmitting}
                disabled={isUnchanged}
                // Wide enough for the longest label, because the label changes while the user types.
                className="min-w-52"
              >
                {isUnchanged ? t('No Changes') : saveLabel}
              </Button>
            </div>
          ) : (
            <p className="border-t border-line px-5 py-3 text-ink-soft">
              {t('Your role may read the configuration but not change it.')}
            </p>
          )}
        </form>
      </Card>
      {children(restore)}
      {asked && (
        <SaveQuestion
          {...asked}
          onConfirm={() => {
            setAsked(null);
            void form.handleSubmit(send)();
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {leaving.status === 'blocked' && (
        <ConfirmDialog
          title={t('Leave without saving?')}
          question={t('Your changes to the configuration are not saved.')}
          confirmLabel={t('Leave')}
          pending={false}
          onConfirm={leaving.proceed}
          onClose={leaving.reset}
        />
      )}
    </>
  );
}

interface PendingSave {
  /** Number fields that the user emptied; they are saved as 0 (EDIT-03). */
  readonly emptied: readonly ConfigurationField[];
  /** For example "Commission (%): 15 → 17.5". */
  readonly changes: readonly string[];
}

/** Asks for confirmation and shows what the save changes for the whole marketplace. */
function SaveQuestion({
  emptied,
  changes,
  ...responses
}: PendingSave & { onConfirm: () => void; onClose: () => void }) {
  const isEmptied = emptied.length > 0;
  return (
    <ConfirmDialog
      title={isEmptied ? t('Save as 0?') : t('Update the configuration?')}
      question={
        isEmptied
          ? plural(
              emptied.length,
              '{fields} is empty and will be saved as 0.',
              '{fields} are empty and will be saved as 0.',
              { fields: emptied.map(({ label }) => t(label)).join(', ') },
            )
          : t('It applies to the whole marketplace at once.')
      }
      confirmLabel={isEmptied ? t('Save as 0') : t('Update')}
      tone="primary"
      pending={false}
      {...responses}
    >
      {changes.length > 0 && (
        <ul aria-label={t('Changes')} className="grid gap-1">
          {changes.map((change) => (
            <li key={change} className="numeric wrap-anywhere">
              {change}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}

/** Returns the error of each field: "Platform fee (₹): Use at most two decimals" */
function fieldMessages(errors: FieldErrors<TypedConfiguration>): string {
  const wrong = FIELDS.filter(({ key }) => errors[key]);
  return wrong.map(({ key, label }) => `${t(label)}: ${errors[key]?.message}`).join('; ');
}

import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { englishOf, type Message, t } from '../../languages/text.ts';
import { failureText } from '../../lib/api-error.ts';
import {
  invalidateIfOutdated,
  type RecordKeys,
  updateCachedRecord,
  updateConfirmedRecord,
} from '../../lib/cached-records.ts';
import { startLoading } from '../../ui/toast.ts';
import type { ToastMessage } from '../../ui/toaster.tsx';
import { invalidateHistory } from './person-queries.ts';

/** A boolean field that the API toggles with a GET request (USER-05, MECH-09, MECH-10). */
export interface Toggle<F extends string, R extends { readonly id: string } & { readonly [K in F]: boolean }> {
  readonly keys: RecordKeys;
  readonly field: F;
  /**
   * Toggles the field on the server.
   * @param seen the value on the screen
   * @returns the stored value; null if an external provider does not return it
   */
  readonly send: (id: string, seen: boolean) => Promise<boolean | null>;
  /** For example "Blocking Ravi Kumar..." */
  readonly doing: (record: R, value: boolean) => string;
  /** For example "Ravi Kumar is blocked" */
  readonly done: (record: R, value: boolean) => string;
  readonly failed: Message;
}

/** Props of the button. While a request is running, the button does nothing but keeps the focus. */
export interface ToggleButton {
  /** `detail` is the number of clicks in quick succession; 0 for a key. */
  readonly onClick: (click: { readonly detail: number }) => void;
  readonly 'aria-disabled'?: true;
}

/**
 * Toggles a field optimistically and reverts it on failure. Each click sends one request without retries. If another
 * administrator has changed the record, a toast reports it and the screen shows the new value.
 */
export function useToggle<F extends string, R extends { readonly id: string } & { readonly [K in F]: boolean }>(
  toggle: Toggle<F, R>,
): (record: R) => ToggleButton {
  const { keys, field } = toggle;
  const mutationKey = [keys.one, field];
  const withValue = (value: boolean) => ({ [field]: value }) as Partial<R>;

  const { mutate } = useMutation({
    mutationKey,
    mutationFn: async (record: R) => (await toggle.send(record.id, record[field])) ?? !record[field],
    onMutate: (record) => {
      updateCachedRecord<R>(keys, record.id, withValue(!record[field]));
      const endLoading = startLoading(toggle.doing(record, !record[field]));
      return (message: ToastMessage) => endLoading({ ...message, key: `${englishOf(toggle.failed)} ${record.id}` });
    },
    onSuccess: (value, record, showOutcome) => {
      void updateConfirmedRecord<R>(keys, record.id, withValue(value));
      void invalidateHistory();
      const title = toggle.done(record, value);
      showOutcome(
        value === record[field]
          ? { tone: 'info', title, description: t('Someone else changed it.') }
          : {
              tone: 'success',
              title,
              action: { label: t('Undo'), onClick: () => send({ ...record, ...withValue(value) }) },
            },
      );
    },
    onError: (error, record, showOutcome) => {
      updateCachedRecord<R>(keys, record.id, withValue(record[field]));
      showOutcome?.({ tone: 'error', title: t(toggle.failed), description: failureText(error, '') || undefined });
      return invalidateIfOutdated(keys, error);
    },
  });
  const queryClient = useQueryClient();
  const pendingIds = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => (state.variables as R).id,
  });
  const send = (record: R) => {
    const isPending = queryClient.isMutating({
      mutationKey,
      predicate: ({ state }) => (state.variables as R).id === record.id,
    });
    if (!isPending) mutate(record);
  };
  return (record) => ({
    // The second click of a double click must not undo the first.
    onClick: ({ detail }) => detail < 2 && send(record),
    ...(pendingIds.includes(record.id) ? { 'aria-disabled': true } : {}),
  });
}

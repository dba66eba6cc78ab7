import type { Versioned } from '@wayside/contract/wire/versioned';
import type { ReactNode } from 'react';
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form';
import { t } from '../languages/text.ts';
import type { Before } from '../lib/changed-fields.ts';
import { DialogForm, type DialogFormProps } from './dialog-form.tsx';
import type { EditedRecord } from './edited-record.ts';
import {
  DEFAULT_IMAGE_ERRORS,
  type ImageErrors,
  ImageField,
  saveFailureText,
  useImageDraft,
} from './image-field.tsx';

type StoredRecord = Versioned & { readonly image: string | null };

export interface ImageRecordFormProps<R extends StoredRecord, V extends FieldValues, B, A>
  extends Omit<EditedRecord<R, V>, 'image' | 'toFormValues'>,
    Pick<DialogFormProps<V, A, R>, 'title' | 'submitLabel' | 'incompleteMessage' | 'failureToast' | 'onClose'> {
  readonly done: string;
  /** Returns the content of the fields; the record is null if it is new. */
  readonly toFormValues: (record: R | null) => V & DefaultValues<V>;
  readonly toBody: (typed: V, image: string | null) => B;
  /** Creates the record or updates the stored one. */
  readonly send: (body: B, before: Before<R, B> | null) => Promise<A>;
  /** Fallback text if the server sends no message. */
  readonly failed: string;
  readonly imageErrors?: ImageErrors;
  /** The label of the image and the text of its button. */
  readonly image?: { readonly label: string; readonly prompt: string };
  readonly onSaved: (response: A) => void;
  readonly children: (form: UseFormReturn<V>) => ReactNode;
}

/** Form that adds or changes a record with an image. The caller provides the fields and `send`. */
export function ImageRecordForm<R extends StoredRecord, V extends FieldValues, B, A>({
  record,
  noun,
  entity,
  keys,
  fields,
  toFormValues,
  toBody,
  send,
  failed,
  imageErrors = DEFAULT_IMAGE_ERRORS,
  image: imageField = { label: t('Image'), prompt: t('Click to upload image') },
  children,
  ...dialog
}: ImageRecordFormProps<R, V, B, A>) {
  const image = useImageDraft(record?.image ?? null, imageErrors);
  return (
    <DialogForm<V, A, R>
      {...dialog}
      defaultValues={toFormValues(record)}
      edited={{ record, noun, entity, fields, toFormValues, image, ...(keys && { keys }) }}
      pendingLabel={t('Saving...')}
      save={(typed, stored) =>
        image.saveWith((url) =>
          send(toBody(typed, url), stored && { record: stored, body: toBody(toFormValues(stored), stored.image) }),
        )
      }
      describeFailure={(error) => ({ message: saveFailureText(error, failed) })}
    >
      {(form) => (
        <>
          {children(form)}
          <ImageField {...imageField} draft={image} disabled={form.formState.isSubmitting} />
        </>
      )}
    </DialogForm>
  );
}

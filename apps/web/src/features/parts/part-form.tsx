import type { StoredPart } from '@wayside/contract/parts';
import type { Service } from '@wayside/contract/services';
import { useRef } from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField, TextField } from '../../form/fields.tsx';
import { saveFailureText, useImageDraft } from '../../form/image-draft.ts';
import { ImageField } from '../../form/image-field.tsx';
import { rupeesText } from '../../lib/format.ts';
import { paiseOf, readAmount } from '../../lib/typed-amount.ts';
import { PART_KEYS, sendPart, serviceOptions } from './parts-queries.ts';

interface PartFormProps {
  part: StoredPart | null;
  services: readonly Service[];
  serviceId: string;
  /** @param serviceId the service of the saved part */
  onSaved: (serviceId: string) => void;
  onClose: () => void;
}

const IMAGE_LABELS = {
  notAnImage: 'Please select a valid image file',
  tooLarge: 'Image size must be less than 5MB',
  unreadable: 'Failed to read file',
  rejected: 'Image upload failed',
  exception: 'Image upload failed',
};

const isFilled = (message: string) => (typed: string) => typed.trim() !== '' || message;
const INVALID_PRICE = 'Please enter a valid amount';
/** The error of a price, with the reason if the text is not 0 (PART-02, EDIT-03). */
function priceError(typed: string): string | undefined {
  const { error } = typed.trim() === '' ? { error: '' } : readAmount(typed);
  if (error) return `${INVALID_PRICE}. ${error}.`;
  return paiseOf(typed) > 0 ? undefined : INVALID_PRICE;
}

const typedFrom = (part: StoredPart, serviceId: string) => ({
  serviceId: part.service?.id ?? serviceId,
  name: part.name ?? '',
  amount: rupeesText(part.pricePaise),
});
const bodyOf = ({ serviceId, name, amount }: ReturnType<typeof typedFrom>, image: string | null) => ({
  serviceId,
  name: name.trim(),
  pricePaise: paiseOf(amount),
  image,
});
const FIELDS = {
  name: { key: 'name', label: 'Part Name' },
  amount: { key: 'pricePaise', label: 'Amount (₹)' },
} as const;

/** Adds or changes a part (PART-02, PART-03). */
export function PartForm({ part, services, serviceId, onSaved, onClose }: PartFormProps) {
  const image = useImageDraft(part?.image ?? null, IMAGE_LABELS);
  const options = serviceOptions(services);
  const savedService = useRef(serviceId);
  const serviceName = (id: string) => options.find(({ value }) => value === id)?.label ?? 'another service';
  return (
    <DialogForm
      title={part ? 'Edit Part' : 'Add Part'}
      defaultValues={part ? typedFrom(part, serviceId) : { serviceId, name: '', amount: '' }}
      edited={{
        record: part,
        noun: 'part',
        entity: 'part',
        typedFrom: (stored) => typedFrom(stored, serviceId),
        fields: { ...FIELDS, serviceId: { key: 'service', label: 'Service', shown: serviceName } },
        image,
        keys: PART_KEYS,
      }}
      submitLabel={part ? 'Update Part' : 'Create Part'}
      pendingLabel="Saving..."
      save={(typed, stored) =>
        image.saveWith((url) => {
          const before = stored && { record: stored, body: bodyOf(typedFrom(stored, serviceId), stored.image) };
          savedService.current = typed.serviceId;
          return sendPart(bodyOf(typed, url), before);
        })
      }
      describeFailure={(error) => ({
        message: saveFailureText(error, 'Operation failed. Please try again.'),
      })}
      done={`Part ${part ? 'updated' : 'created'} successfully`}
      onSaved={() => onSaved(savedService.current)}
      onClose={onClose}
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <SelectField
            name="serviceId"
            control={control}
            label="Service *"
            rules={{ validate: isFilled('Please select a service') }}
            options={[{ value: '', label: 'Select a service' }, ...options]}
          />
          <TextField
            name="name"
            control={control}
            rules={{ validate: isFilled('Please enter part name') }}
            label="Part Name *"
            autoComplete="off"
          />
          <TextField
            name="amount"
            control={control}
            rules={{ validate: priceError }}
            label="Amount (₹) *"
            inputMode="decimal"
            autoComplete="off"
          />
          <ImageField label="Image" prompt="Click to upload image" draft={image} disabled={isSubmitting} />
        </>
      )}
    </DialogForm>
  );
}

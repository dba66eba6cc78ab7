import type { StoredPart } from '@wayside/contract/parts';
import type { Service } from '@wayside/contract/services';
import { useRef } from 'react';
import { SelectField, TextField } from '../../form/fields.tsx';
import { ImageRecordForm } from '../../form/image-record-form.tsx';
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

/** Adds or changes a part (PART-02, PART-03). */
export function PartForm({ part, services, serviceId, onSaved, onClose }: PartFormProps) {
  const options = serviceOptions(services);
  const savedService = useRef(serviceId);
  const serviceName = (id: string) => options.find(({ value }) => value === id)?.label ?? 'another service';
  return (
    <ImageRecordForm
      title={part ? 'Edit Part' : 'Add Part'}
      submitLabel={part ? 'Update Part' : 'Create Part'}
      failed="Operation failed. Please try again."
      done={`Part ${part ? 'updated' : 'created'} successfully`}
      record={part}
      noun="part"
      entity="part"
      keys={PART_KEYS}
      fields={{
        name: { key: 'name', label: 'Part Name' },
        amount: { key: 'pricePaise', label: 'Amount (₹)' },
        serviceId: { key: 'service', label: 'Service', shown: serviceName },
      }}
      typedFrom={(stored: StoredPart | null) => ({
        serviceId: stored?.service?.id ?? serviceId,
        name: stored?.name ?? '',
        amount: rupeesText(stored?.pricePaise),
      })}
      bodyOf={(typed, image) => ({
        serviceId: typed.serviceId,
        name: typed.name.trim(),
        pricePaise: paiseOf(typed.amount),
        image,
      })}
      send={(body, before) => {
        savedService.current = body.serviceId;
        return sendPart(body, before);
      }}
      imageLabels={IMAGE_LABELS}
      onSaved={() => onSaved(savedService.current)}
      onClose={onClose}
    >
      {({ control }) => (
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
        </>
      )}
    </ImageRecordForm>
  );
}

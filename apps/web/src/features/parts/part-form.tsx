import type { StoredPart } from '@wayside/contract/parts';
import type { Service } from '@wayside/contract/services';
import { useRef } from 'react';
import { SelectField, TextField } from '../../form/fields.tsx';
import { ImageRecordForm } from '../../form/image-record-form.tsx';
import { msg, t } from '../../languages/text.ts';
import { rupeesText } from '../../lib/format.ts';
import { parseAmount, parsePaise } from '../../lib/typed-amount.ts';
import { PART_KEYS, sendPart, serviceOptions } from './parts-queries.ts';

interface PartFormProps {
  part: StoredPart | null;
  services: readonly Service[];
  serviceId: string;
  /** @param serviceId the service to which the saved part belongs */
  onSaved: (serviceId: string) => void;
  onClose: () => void;
}

const IMAGE_ERRORS = {
  notAnImage: msg('Please select a valid image file'),
  tooLarge: msg('Image size must be less than 5MB'),
  unreadable: msg('Failed to read file'),
  rejected: msg('Image upload failed'),
  exception: msg('Image upload failed'),
};

const isFilled = (message: string) => (typed: string) => typed.trim() !== '' || message;
const INVALID_PRICE = msg('Please enter a valid amount');
/** Returns the error of a price, including the reason unless the price is 0 (PART-02, EDIT-03). */
function priceError(typed: string): string | undefined {
  const { error } = typed.trim() === '' ? { error: '' } : parseAmount(typed);
  if (error) return `${t(INVALID_PRICE)}. ${error}.`;
  return parsePaise(typed) > 0 ? undefined : t(INVALID_PRICE);
}

/** Form that adds or changes a part (PART-02, PART-03). */
export function PartForm({ part, services, serviceId, onSaved, onClose }: PartFormProps) {
  const options = serviceOptions(services);
  const savedService = useRef(serviceId);
  const serviceName = (id: string) => options.find(({ value }) => value === id)?.label ?? t('another service');
  return (
    <ImageRecordForm
      title={part ? t('Edit Part') : t('Add Part')}
      submitLabel={part ? t('Update Part') : t('Create Part')}
      failed={t('Operation failed. Please try again.')}
      done={part ? t('Part updated successfully') : t('Part created successfully')}
      record={part}
      noun={t('part')}
      entity="part"
      keys={PART_KEYS}
      fields={{
        name: { key: 'name', label: t('Part Name') },
        amount: { key: 'pricePaise', label: t('Amount (₹)') },
        serviceId: { key: 'service', label: t('Service'), shown: serviceName },
      }}
      toFormValues={(stored: StoredPart | null) => ({
        serviceId: stored?.service?.id ?? serviceId,
        name: stored?.name ?? '',
        amount: rupeesText(stored?.pricePaise),
      })}
      toBody={(typed, image) => ({
        serviceId: typed.serviceId,
        name: typed.name.trim(),
        pricePaise: parsePaise(typed.amount),
        image,
      })}
      send={(body, before) => {
        savedService.current = body.serviceId;
        return sendPart(body, before);
      }}
      imageErrors={IMAGE_ERRORS}
      onSaved={() => onSaved(savedService.current)}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <SelectField
            name="serviceId"
            control={control}
            label={t('Service *')}
            rules={{ validate: isFilled(t('Please select a service')) }}
            options={[{ value: '', label: t('Select a service') }, ...options]}
          />
          <TextField
            name="name"
            control={control}
            rules={{ validate: isFilled(t('Please enter part name')) }}
            label={t('Part Name *')}
            autoComplete="off"
          />
          <TextField
            name="amount"
            control={control}
            rules={{ validate: priceError }}
            label={t('Amount (₹) *')}
            inputMode="decimal"
            autoComplete="off"
          />
        </>
      )}
    </ImageRecordForm>
  );
}

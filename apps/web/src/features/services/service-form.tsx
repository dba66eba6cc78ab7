import { useQuery } from '@tanstack/react-query';
import type { StoredService } from '@wayside/contract/services';
import type { VEHICLE_TYPES } from '@wayside/contract/wire/fields';
import { DuplicateRecordNote } from '../../form/dialog-form.tsx';
import { TextField, VehicleTypeField } from '../../form/fields.tsx';
import { DEFAULT_IMAGE_ERRORS } from '../../form/image-field.tsx';
import { ImageRecordForm } from '../../form/image-record-form.tsx';
import { msg, t } from '../../languages/text.ts';
import { vehicleTypeName } from '../../lib/vehicle-types.ts';
import { duplicateService, SERVICE_KEYS, sendService, servicesQuery } from './services-queries.ts';

interface ServiceFormProps {
  service: StoredService | null;
  onSaved: () => void;
  onClose: () => void;
}

const IMAGE_ERRORS = { ...DEFAULT_IMAGE_ERRORS, exception: msg('Error uploading image') };

const toFormValues = (service: StoredService | null) => ({
  name: service?.name ?? '',
  vehicleType: service?.vehicleType ?? '',
});
const toBody = ({ name, vehicleType }: ReturnType<typeof toFormValues>, image: string | null) => ({
  name: name.trim(),
  vehicleType: vehicleType as (typeof VEHICLE_TYPES)[number],
  image,
});
const editedFields = () =>
  ({
    name: { key: 'name', label: t('Service Name') },
    vehicleType: { key: 'vehicleType', label: t('Vehicle Type'), shown: vehicleTypeName },
  }) as const;

/** Form that adds or changes a regular service (SERV-01, SERV-02). */
export function ServiceForm({ service, ...dialog }: ServiceFormProps) {
  // The list behind the dialog has already loaded the services.
  const { data: services } = useQuery({ ...servicesQuery, enabled: false });
  const duplicateText = (typed: ReturnType<typeof toFormValues>) => {
    const duplicate = duplicateService(services?.rows ?? [], typed, service?.id ?? null);
    if (!duplicate) return null;
    const name = String(duplicate.name);
    return duplicate.vehicleType
      ? t('The service “{name}” for {vehicle} already exists.', {
          name,
          vehicle: vehicleTypeName(duplicate.vehicleType),
        })
      : t('The service “{name}” already exists.', { name });
  };
  return (
    <ImageRecordForm
      {...dialog}
      title={service ? t('Edit Service') : t('Add Service')}
      submitLabel={service ? t('Update Service') : t('Create Service')}
      incompleteMessage={t('Please fill in required fields')}
      failed={service ? t('Error updating service') : t('Error creating service')}
      done={service ? t('Service updated successfully') : t('Service created successfully')}
      record={service}
      noun={t('service')}
      entity="service"
      keys={SERVICE_KEYS}
      fields={editedFields()}
      toFormValues={toFormValues}
      toBody={toBody}
      send={sendService}
      imageErrors={IMAGE_ERRORS}
    >
      {({ control, watch }) => (
        <>
          <TextField name="name" control={control} required label={t('Service Name *')} autoComplete="off" />
          <VehicleTypeField name="vehicleType" control={control} />
          <DuplicateRecordNote text={duplicateText({ name: watch('name'), vehicleType: watch('vehicleType') })} />
        </>
      )}
    </ImageRecordForm>
  );
}

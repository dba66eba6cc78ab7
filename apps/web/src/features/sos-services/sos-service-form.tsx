import type { StoredSosService } from '@wayside/contract/sos-services';
import type { VEHICLE_TYPES } from '@wayside/contract/wire/fields';
import { RupeesField, TextField, VehicleTypeField } from '../../form/fields.tsx';
import { ImageRecordForm } from '../../form/image-record-form.tsx';
import { t } from '../../languages/text.ts';
import { rupeesText } from '../../lib/format.ts';
import { parsePaise } from '../../lib/typed-amount.ts';
import { vehicleTypeName } from '../../lib/vehicle-types.ts';
import { SOS_KEYS, sendSosService } from './sos-services-queries.ts';

interface SosServiceFormProps {
  service: StoredSosService | null;
  onSaved: () => void;
  onClose: () => void;
}

const toFormValues = (service: StoredSosService | null) => ({
  name: service?.name ?? '',
  vehicleType: service?.vehicleType ?? '',
  price: rupeesText(service?.pricePaise),
});
const toBody = ({ name, vehicleType, price }: ReturnType<typeof toFormValues>, image: string | null) => ({
  name: name.trim(),
  vehicleType: vehicleType as (typeof VEHICLE_TYPES)[number],
  pricePaise: parsePaise(price),
  image,
});
const editedFields = () =>
  ({
    name: { key: 'name', label: t('Service Name') },
    vehicleType: { key: 'vehicleType', label: t('Vehicle Type'), shown: vehicleTypeName },
    price: { key: 'pricePaise', label: t('Price (₹)') },
  }) as const;

/** Form that adds or changes a roadside service (SOS-01, SOS-02). */
export function SosServiceForm({ service, ...dialog }: SosServiceFormProps) {
  return (
    <ImageRecordForm
      {...dialog}
      title={service ? t('Edit SOS Service') : t('Add SOS Service')}
      submitLabel={service ? t('Update Service') : t('Create Service')}
      incompleteMessage={t('Please fill all required fields')}
      failed={t('Failed to save SOS service')}
      done={service ? t('SOS service updated successfully') : t('SOS service created successfully')}
      record={service}
      noun={t('SOS service')}
      entity="sos_service"
      keys={SOS_KEYS}
      fields={editedFields()}
      toFormValues={toFormValues}
      toBody={toBody}
      send={sendSosService}
    >
      {({ control }) => (
        <>
          <TextField name="name" control={control} required label={t('Service Name *')} autoComplete="off" />
          <VehicleTypeField name="vehicleType" control={control} />
          <RupeesField name="price" control={control} required label={t('Price (₹) *')} />
        </>
      )}
    </ImageRecordForm>
  );
}

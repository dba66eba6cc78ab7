import type { StoredVehicleModel } from '@wayside/contract/vehicle-models';
import { TextField } from '../../form/fields.tsx';
import { ImageRecordForm } from '../../form/image-record-form.tsx';
import { t } from '../../languages/text.ts';
import { sendVehicleModel, VEHICLE_MODEL_KEYS } from './vehicle-models-queries.ts';

interface VehicleModelFormProps {
  model: StoredVehicleModel | null;
  onSaved: () => void;
  onClose: () => void;
}

/** Form that adds or changes a vehicle maker (MODL-02, MODL-03). */
export function VehicleModelForm({ model, ...dialog }: VehicleModelFormProps) {
  return (
    <ImageRecordForm
      {...dialog}
      title={model ? t('Edit Vehicle Model') : t('Add New Vehicle Model')}
      submitLabel={model ? t('Update Model') : t('Create Model')}
      failureToast={t('Error')}
      incompleteMessage={t('Please fill all required fields')}
      failed={t('Failed to save vehicle model')}
      done={model ? t('Vehicle model updated successfully') : t('Vehicle model created successfully')}
      record={model}
      noun={t('vehicle model')}
      entity="vehicle_model"
      keys={VEHICLE_MODEL_KEYS}
      fields={{ companyName: { key: 'companyName', label: t('Company Name') } }}
      toFormValues={(stored: StoredVehicleModel | null) => ({ companyName: stored?.companyName ?? '' })}
      toBody={({ companyName }, image) => ({ companyName, image })}
      send={sendVehicleModel}
      image={{ label: t('Company Logo'), prompt: t('Click to upload logo') }}
    >
      {({ control }) => (
        <TextField name="companyName" control={control} required label={t('Company Name *')} autoComplete="off" />
      )}
    </ImageRecordForm>
  );
}

import { createVehicleModel, updateVehicleModel, type VehicleModel } from '@wayside/contract/vehicle-models';
import { DialogForm, FILLED } from '../../form/dialog-form.tsx';
import { DEFAULT_IMAGE_LABELS, UploadFailed, useImageDraft } from '../../form/image-draft.ts';
import { ImageField } from '../../form/image-field.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { TextField } from '../../ui/field.tsx';

export interface VehicleModelFormProps {
  /** Null to add a model. */
  model: VehicleModel | null;
  onSaved: () => void;
  onClose: () => void;
}

/** Adds or changes a maker of vehicles (MODL-02, MODL-03). */
export function VehicleModelForm({ model, onSaved, onClose }: VehicleModelFormProps) {
  const image = useImageDraft(model?.image ?? null, DEFAULT_IMAGE_LABELS);
  return (
    <DialogForm
      title={model ? 'Edit Vehicle Model' : 'Add New Vehicle Model'}
      defaultValues={{ companyName: model?.companyName ?? '' }}
      isChanged={image.isChanged}
      submitLabel={model ? 'Update Model' : 'Create Model'}
      pendingLabel="Saving..."
      failureToast="Error"
      incomplete="Please fill all required fields"
      save={({ companyName }) =>
        image.saveWith((url) => {
          const body = { companyName, image: url };
          return model
            ? call(updateVehicleModel, { params: { id: model.id }, body })
            : call(createVehicleModel, { body });
        })
      }
      describeFailure={(error) => ({
        message: error instanceof UploadFailed ? error.message : failureText(error, 'Failed to save vehicle model'),
      })}
      done={`Vehicle model ${model ? 'updated' : 'created'} successfully`}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ register, formState: { errors, isSubmitting } }) => (
        <>
          <TextField
            label="Company Name *"
            autoComplete="off"
            error={errors.companyName?.message}
            {...register('companyName', FILLED)}
          />
          <ImageField label="Company Logo" prompt="Click to upload logo" draft={image} disabled={isSubmitting} />
        </>
      )}
    </DialogForm>
  );
}

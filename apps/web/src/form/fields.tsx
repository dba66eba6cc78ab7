import { VEHICLE_TYPES } from '@wayside/contract/wire/fields';
import {
  type Control,
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  useFormState,
} from 'react-hook-form';
import { t } from '../languages/text.ts';
import { parseAmount } from '../lib/typed-amount.ts';
import { vehicleTypeName } from '../lib/vehicle-types.ts';
import { Field, LabelledInput, LabelledTextArea } from '../ui/field.tsx';
import { Select, type SelectOption } from '../ui/select.tsx';
import { FILLED, UNREADABLE_RULE } from './dialog-form.tsx';

interface BoundFieldProps<V extends FieldValues> {
  name: FieldPath<V>;
  control: Control<V>;
  required?: boolean;
  rules?: RegisterOptions<V> | undefined;
}

function useField<V extends FieldValues>({ name, control, required, rules }: BoundFieldProps<V>) {
  const { errors } = useFormState({ control, name, exact: true });
  const registered = control.register(name, rules ?? ((required ? FILLED : {}) as RegisterOptions<V>));
  const error: FieldError | undefined = get(errors, name);
  return { registered, error: error?.message || undefined };
}

// biome-ignore lint/suspicious/noExplicitAny: the props of any component
type Rest<C extends (props: any) => unknown> = Omit<Parameters<C>[0], 'name' | 'error' | 'required'>;

export function TextField<V extends FieldValues>({
  name,
  control,
  required = false,
  rules,
  ...input
}: BoundFieldProps<V> & Rest<typeof LabelledInput>) {
  const { registered, error } = useField({ name, control, required, rules });
  return <LabelledInput {...input} {...registered} required={required} error={error} />;
}

export function TextArea<V extends FieldValues>({
  name,
  control,
  required = false,
  rules,
  ...input
}: BoundFieldProps<V> & Rest<typeof LabelledTextArea>) {
  const { registered, error } = useField({ name, control, required, rules });
  return <LabelledTextArea {...input} {...registered} required={required} error={error} />;
}

/** Field for an amount in rupees (EDIT-03). */
export function RupeesField<V extends FieldValues>(props: BoundFieldProps<V> & Rest<typeof LabelledInput>) {
  const validate = {
    ...(props.required && { filled: FILLED.validate }),
    [UNREADABLE_RULE]: (typed: string) => parseAmount(typed).error,
  };
  return (
    <TextField
      inputMode="decimal"
      autoComplete="off"
      {...props}
      rules={props.rules ?? ({ validate } as RegisterOptions<V>)}
    />
  );
}

interface SelectFieldProps<V extends FieldValues> extends BoundFieldProps<V> {
  label: string;
  hint?: string;
  options: readonly SelectOption[];
}

export function SelectField<V extends FieldValues>({
  name,
  control,
  required = false,
  rules,
  label,
  hint,
  options,
}: SelectFieldProps<V>) {
  const { registered, error } = useField({ name, control, required, rules });
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <Select {...registered} {...attributes} required={required} className="w-full" options={options} />
      )}
    </Field>
  );
}

/**
 * If the stored type is not one of the five, the field looks empty, so the error message shows the stored type
 * (API-15).
 */
const KNOWN_TYPE = {
  validate: {
    filled: FILLED.validate,
    [UNREADABLE_RULE]: (type: string) =>
      type === '' ||
      VEHICLE_TYPES.some((known) => known === type) ||
      t('The type is stored as “{type}”. Select one from the list.', { type }),
  },
};

/** Field to choose one of the five vehicle types (API-14). */
export const VehicleTypeField = <V extends FieldValues>(props: Pick<BoundFieldProps<V>, 'name' | 'control'>) => (
  <SelectField
    {...props}
    label={t('Vehicle Type *')}
    required
    rules={KNOWN_TYPE as RegisterOptions<V>}
    options={[
      { value: '', label: t('Select vehicle type') },
      ...VEHICLE_TYPES.map((type) => ({ value: type, label: vehicleTypeName(type) })),
    ]}
  />
);

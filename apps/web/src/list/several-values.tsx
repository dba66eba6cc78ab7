import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { CheckboxGroup } from '../ui/checkbox-group.tsx';
import type { SelectOption } from '../ui/select.tsx';

interface SeveralValuesProps {
  label: string;
  options: readonly SelectOption[];
  /** The values in the address, with commas between them. */
  value: string | null;
  onChange: (value: string | null) => void;
  onClose: () => void;
}

/** The values of a filter as checkboxes: the rows with any of those that are checked (VIEW-03). */
export function SeveralValues({ label, options, value, onChange, onClose }: SeveralValuesProps) {
  const chosen = value?.split(',') ?? [];
  const change = (changed: string, isChecked: boolean) => {
    const values = options.map((option) => option.value);
    onChange(values.filter((each) => (each === changed ? isChecked : chosen.includes(each))).join() || null);
  };
  return (
    <Card className="grid max-w-md gap-3 p-4">
      <CheckboxGroup
        label={`${label}, any of`}
        options={options}
        isChecked={(each) => chosen.includes(each)}
        onChange={(event) => change(event.target.value, event.target.checked)}
      />
      <Button onClick={onClose} className="justify-self-start">
        Done
      </Button>
    </Card>
  );
}

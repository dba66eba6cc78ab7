import { formatExactRupees } from '../lib/format.ts';
import { Fact } from '../ui/description-list.tsx';

export interface AmountFactProps {
  label: string;
  paise: number | null | undefined;
  isSum?: boolean;
}

/** An amount among the facts of a record. */
export function AmountFact({ label, paise, isSum = false }: AmountFactProps) {
  return (
    <Fact label={label} align="end">
      <span className={isSum ? 'font-semibold' : ''}>{formatExactRupees(paise)}</span>
    </Fact>
  );
}

import { formatExactRupees } from '../lib/format.ts';
import { cn } from '../ui/cn.ts';
import { Fact } from '../ui/description-list.tsx';

export interface AmountFactProps {
  label: string;
  paise: number | null | undefined;
  isSum?: boolean;
  format?: (paise: number | null | undefined) => string;
}

export function AmountFact({ label, paise, isSum = false, format = formatExactRupees }: AmountFactProps) {
  return (
    <Fact label={label} align="end">
      {/* On a narrow screen, the line may break between the sign and the currency. */}
      <span translate="no" className={cn('min-[22.5rem]:whitespace-nowrap', isSum && 'font-semibold')}>
        {format(paise)}
      </span>
    </Fact>
  );
}

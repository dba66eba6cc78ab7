import { formatExactRupees } from '../lib/format.ts';
import { cn } from '../ui/cn.ts';
import { DescriptionItem } from '../ui/description-list.tsx';

export interface AmountItemProps {
  label: string;
  paise: number | null | undefined;
  isSum?: boolean;
  format?: (paise: number | null | undefined) => string;
}

export function AmountItem({ label, paise, isSum = false, format = formatExactRupees }: AmountItemProps) {
  return (
    <DescriptionItem label={label} align="end">
      {/* On a narrow screen, the line may break between the sign and the currency. */}
      <span translate="no" className={cn('min-[22.5rem]:whitespace-nowrap', isSum && 'font-semibold')}>
        {format(paise)}
      </span>
    </DescriptionItem>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { t } from '../languages/text.ts';
import { IconButton } from '../ui/button.tsx';
import { monthAway, monthLabel } from './months.ts';

interface MonthSwitcherProps {
  month: string;
  onMonth: (month: string) => void;
}

/** The current month, with buttons for the previous and next month. */
export const MonthSwitcher = ({ month, onMonth }: MonthSwitcherProps) => (
  <div className="flex items-center gap-1">
    <IconButton
      label={t('Previous month')}
      icon={<ChevronLeft className="size-4" />}
      onClick={() => onMonth(monthAway(month, -1))}
    />
    <h2 aria-live="polite" className="min-w-40 text-center text-lg font-semibold">
      {monthLabel(month)}
    </h2>
    <IconButton
      label={t('Next month')}
      icon={<ChevronRight className="size-4" />}
      onClick={() => onMonth(monthAway(month, 1))}
    />
  </div>
);

import { ListTree } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

export interface ExplainButtonProps {
  /** The name of the figure. */
  title: string;
  className?: string;
  onClick: () => void;
}

/** Opens what a figure is the sum of. */
export function ExplainButton({ title, className, onClick }: ExplainButtonProps) {
  return (
    <IconButton
      label={`Explain ${title}`}
      tip="Explain this number"
      icon={<ListTree className="size-4" />}
      onClick={onClick}
      {...(className === undefined ? {} : { className })}
    />
  );
}

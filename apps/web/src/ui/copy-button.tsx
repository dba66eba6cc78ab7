import { Check, Copy } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { useCopy } from './use-copy.ts';

/** Copies a text with one click: the whole of an id of which only the end is shown (FMT-03). */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return <IconButton label={isCopied ? 'Copied' : label} icon={<Icon className="size-4" />} onClick={copy} />;
}

import type { Language } from '@wayside/contract/preferences';
import { Languages } from 'lucide-react';
import { LANGUAGES, language } from '../languages/language.ts';
import { t } from '../languages/text.ts';
import { chooseLanguage } from '../lib/choose-language.ts';
import { MenuButton } from '../ui/menu-button.tsx';
import { toast } from '../ui/toast.ts';

const choices = Object.entries(LANGUAGES) as [Language, string][];

/** Shows another language, or a message with the reason if it cannot. */
export async function pickLanguage(wanted: Language): Promise<void> {
  const change = await chooseLanguage(wanted);
  if (change === 'refused')
    toast({
      tone: 'info',
      title: t('Save or discard your changes first: changing the language reloads the page.'),
    });
  if (change === 'failed')
    toast({ tone: 'error', title: t('The language could not be loaded. Please try again.') });
}

/** Menu to choose the language of the screen (LANG-01). */
export const LanguageMenu = () => (
  <MenuButton
    label={t('Language')}
    icon={<Languages className="size-4.5" />}
    entries={choices.map(([tag, name]) => ({
      label: name,
      checked: tag === language(),
      className: 'font-names',
      onSelect: () => void pickLanguage(tag),
    }))}
  />
);

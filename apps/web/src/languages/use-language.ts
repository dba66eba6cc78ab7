import type { Language } from '@wayside/contract/preferences';
import { useSyncExternalStore } from 'react';
import { language, subscribeToLanguage } from './language.ts';

export const useLanguage = (): Language => useSyncExternalStore(subscribeToLanguage, language);

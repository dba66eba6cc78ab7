/** Escapes a text for a pattern of LIKE. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** The pattern of texts that contain this one. */
export const containing = (fragment: string): string => `%${escapeLike(fragment)}%`;

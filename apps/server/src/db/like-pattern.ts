/** A text in a pattern of LIKE, its own signs taken as they are. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** The pattern of texts that hold this one anywhere. */
export const containing = (fragment: string): string => `%${escapeLike(fragment)}%`;

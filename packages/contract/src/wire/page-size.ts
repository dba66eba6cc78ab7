/** Rows a page where the request does not say (BOOK-03, USER-02, …). */
export const PAGE_SIZE = 10;

/** Default number of rows per page (BOOK-03, USER-02, …). */
export const PAGE_SIZE = 10;

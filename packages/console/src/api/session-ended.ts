import { createAnnouncement } from './announcement';

/** Announces that the server no longer accepts the session. The shell then asks the user to sign in again. */
export const sessionEnded = createAnnouncement();

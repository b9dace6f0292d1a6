import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error';
import { isMissingFile, noticeTyping } from './api/reload';
import { App } from './app/app';
import { reloadOnMissingChunk } from './app/missing-chunk';
import { keepFocus } from './ui/focus/kept-focus';
import { listenToPrinting } from './ui/paper/paper';

noticeTyping();
reloadOnMissingChunk();
listenToPrinting();
keepFocus();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root, {
  // An error response is shown in the page instead. Only faults of the code belong in the log of the browser.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError) && !isMissingFile(error)) reportError(error);
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

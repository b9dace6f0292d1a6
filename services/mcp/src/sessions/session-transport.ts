import type { StreamableHTTPServerTransportOptions } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type {
  JSONRPCMessage,
  MessageExtraInfo,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js';
import {
  CancelledNotificationSchema,
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
} from '@modelcontextprotocol/sdk/types.js';

/** The requests of one POST, whose responses share one stream. */
interface Posted {
  /** The requests that were neither answered nor cancelled. */
  readonly open: Set<RequestId>;
  /** A request that was cancelled, which gets no response. */
  cancelled: RequestId | null;
}

/**
 * The transport of one session. The SDK ends the stream of a POST after the responses to all of its requests, and a
 * cancelled request gets none: this ends the stream when each request was answered or cancelled.
 */
export class SessionTransport extends StreamableHTTPServerTransport {
  private readonly byRequest = new Map<RequestId, Posted>();
  /** All messages of one POST have the same `requestInfo`. */
  private readonly byPost = new WeakMap<object, Posted>();

  constructor(options: StreamableHTTPServerTransportOptions) {
    super(options);
    // The server that is connected later calls this handler before its own.
    this.onmessage = (message, extra) => this.note(message, extra);
  }

  override async send(
    message: JSONRPCMessage,
    options?: { relatedRequestId?: RequestId },
  ): Promise<void> {
    try {
      await super.send(message, options);
    } finally {
      const isResponse = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
      if (isResponse && message.id !== undefined) this.settle(message.id, false);
    }
  }

  private note(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): void {
    if (isJSONRPCRequest(message)) {
      const post = extra?.requestInfo ?? message;
      const posted = this.byPost.get(post) ?? { open: new Set(), cancelled: null };
      this.byPost.set(post, posted);
      this.byRequest.set(message.id, posted);
      posted.open.add(message.id);
      return;
    }
    const notification = CancelledNotificationSchema.safeParse(message);
    const id = notification.data?.params.requestId;
    // The server ignores a cancellation of the request 0, too. Later requests of the same POST are not known yet.
    if (id !== undefined && id !== 0 && id !== '') queueMicrotask(() => this.settle(id, true));
  }

  private settle(id: RequestId, isCancelled: boolean): void {
    const posted = this.byRequest.get(id);
    if (posted === undefined) return;
    this.byRequest.delete(id);
    posted.open.delete(id);
    if (isCancelled) posted.cancelled = id;
    if (posted.open.size === 0 && posted.cancelled !== null) this.closeSSEStream(posted.cancelled);
  }
}

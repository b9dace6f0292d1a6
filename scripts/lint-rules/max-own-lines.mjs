/**
 * Limits the number of lines of a function, without counting the lines of the functions inside it. A factory that
 * returns an object of small functions is as easy to read as these functions, but `max-lines-per-function` would count
 * all their lines.
 */
export default {
  meta: {
    type: 'suggestion',
    schema: [
      {
        type: 'object',
        properties: { max: { type: 'integer', minimum: 1 } },
        required: ['max'],
        additionalProperties: false,
      },
    ],
    messages: {
      tooLong: 'This function has {{lines}} lines of its own, more than {{max}}: split it.',
    },
  },
  create(context) {
    const { max } = context.options[0];
    /**
     * A stack with one number for each function that contains the current node, outermost first: the lines of the
     * functions inside it.
     */
    const nested = [];

    function enter() {
      nested.push(0);
    }

    function leave(node) {
      const all = node.loc.end.line - node.loc.start.line + 1;
      const lines = all - nested.pop();
      if (lines > max) context.report({ node, messageId: 'tooLong', data: { lines, max } });
      // The first and the last line also contain code of the enclosing function.
      if (nested.length > 0) nested[nested.length - 1] += Math.max(0, all - 2);
    }

    return {
      FunctionDeclaration: enter,
      FunctionExpression: enter,
      ArrowFunctionExpression: enter,
      'FunctionDeclaration:exit': leave,
      'FunctionExpression:exit': leave,
      'ArrowFunctionExpression:exit': leave,
    };
  },
};

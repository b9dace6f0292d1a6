import { createIdleWatch } from './idle-watch';

describe('the watch of idle clients', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('ends a wait that makes no progress, once', () => {
    const onIdle = jest.fn();
    createIdleWatch(1_000).begin(onIdle);
    jest.advanceTimersByTime(1_000);
    expect(onIdle).not.toHaveBeenCalled();
    jest.advanceTimersByTime(250);
    expect(onIdle).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(10_000);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });

  it('lets a wait go on that makes progress, and forgets one that has ended', () => {
    const watch = createIdleWatch(1_000);
    const slow = jest.fn();
    const ended = jest.fn();
    const wait = watch.begin(slow);
    watch.begin(ended).end();
    for (let at = 0; at < 10; at += 1) {
      jest.advanceTimersByTime(900);
      wait.progress();
    }
    expect(slow).not.toHaveBeenCalled();
    expect(ended).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1_250);
    expect(slow).toHaveBeenCalledTimes(1);
  });

  it('has no timer while no request is waiting, and starts one again', () => {
    const watch = createIdleWatch(1_000);
    watch.begin(() => undefined).end();
    jest.advanceTimersByTime(250);
    expect(jest.getTimerCount()).toBe(0);
    const onIdle = jest.fn();
    watch.begin(onIdle);
    jest.advanceTimersByTime(1_250);
    expect(onIdle).toHaveBeenCalledTimes(1);
  });
});

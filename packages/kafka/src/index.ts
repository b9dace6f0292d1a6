export { isKafkaUrl } from './kafka-url';
export { openKafkaLog, requireKafkaClient } from './open-kafka-log';
export type { KafkaLog } from './open-kafka-log';

export { findKafka } from './kafka-jars';
export type { KafkaJars } from './kafka-jars';
export type { KafkaSecurity } from './kafka-security';
export type { TestKafkaBroker } from './kafka-broker';
export { startKafka } from './start-kafka';
export type { TestKafka } from './start-kafka';

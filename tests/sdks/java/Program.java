import com.google.gson.Gson;
import com.posthog.server.PostHog;
import com.posthog.server.PostHogCaptureOptions;
import com.posthog.server.PostHogConfig;
import com.posthog.server.PostHogFeatureFlagOptions;
import com.posthog.server.PostHogInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the plan of ../README.md with PostHog's SDK for Java. */
public class Program {
  record User(
      String distinct_id,
      Map<String, Object> person_properties,
      Map<String, String> groups,
      Map<String, Map<String, Object>> group_properties) {}

  record Plan(
      String host,
      String token,
      String personal_api_key,
      String prefix,
      List<String> flag_keys,
      List<User> users,
      String payload_flag) {}

  record Result(
      List<Map<String, Object>> remote, List<Map<String, Object>> local, Object payload) {}

  public static void main(String[] arguments) throws Exception {
    Gson gson = new Gson();
    Plan plan = gson.fromJson(Files.readString(Path.of(arguments[0])), Plan.class);
    captureEvents(plan);
    PostHogInterface remote = PostHog.with(config(plan).build());
    User first = plan.users().get(0);
    Object payload =
        remote.getFeatureFlagPayload(first.distinct_id(), plan.payload_flag(), options(first));
    List<Map<String, Object>> remoteFlags = flags(plan, remote);
    remote.close();
    PostHogInterface local =
        PostHog.with(
            config(plan).localEvaluation(true).personalApiKey(plan.personal_api_key()).build());
    local.reloadFeatureFlags();
    List<Map<String, Object>> localFlags = flags(plan, local);
    local.close();
    System.out.println(gson.toJson(new Result(remoteFlags, localFlags, payload)));
    // The SDK's threads would keep the process running for a minute.
    System.exit(0);
  }

  static PostHogConfig.Builder config(Plan plan) {
    return new PostHogConfig.Builder(plan.token())
        .host(plan.host())
        .sendFeatureFlagEvent(false)
        .flushAt(40);
  }

  static void captureEvents(Plan plan) throws InterruptedException {
    PostHogInterface client = PostHog.with(config(plan).build());
    String ann = plan.prefix() + "-ann";
    String acme = plan.prefix() + "-acme";
    client.capture(
        ann,
        "sdk event",
        new PostHogCaptureOptions.Builder()
            .property("text", "Grüße 👋")
            .property("number", 1.5)
            .property("yes", true)
            .property("list", List.of(1, "two"))
            .property("nested", Map.of("a", 1))
            .userProperty("plan", "pro")
            .userPropertySetOnce("first", "one")
            .group("company", acme)
            .timestamp(Instant.parse("2026-01-02T03:04:05Z"))
            .build());
    client.capture(plan.prefix() + "-anonymous", "anonymous event");
    client.alias(ann, plan.prefix() + "-anonymous");
    client.group(ann, "company", acme, Map.of("size", 42));
    client.identify(ann, Map.of("email", "ann@example.com"));
    client.captureException(new IllegalStateException("broken"), ann);
    for (int n = 0; n < 100; n++) {
      client.capture(
          ann, "sdk batch", new PostHogCaptureOptions.Builder().property("n", n).build());
    }
    // Flushing starts to send and returns; a flush while a batch is on its way does nothing.
    for (int turn = 0; turn < 5; turn++) {
      client.flush();
      Thread.sleep(1_000);
    }
    client.close();
  }

  static PostHogFeatureFlagOptions options(User user) {
    return new PostHogFeatureFlagOptions.Builder()
        .personProperties(user.person_properties())
        .groups(user.groups())
        .groupProperties(user.group_properties())
        .build();
  }

  static List<Map<String, Object>> flags(Plan plan, PostHogInterface client) {
    List<Map<String, Object>> all = new ArrayList<>();
    for (User user : plan.users()) {
      Map<String, Object> values = new LinkedHashMap<>();
      for (String key : plan.flag_keys()) {
        Object value = client.getFeatureFlag(user.distinct_id(), key, options(user));
        if (value != null) values.put(key, value);
      }
      all.add(values);
    }
    return all;
  }
}

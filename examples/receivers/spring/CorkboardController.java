import java.security.GeneralSecurityException;
import java.time.Instant;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
class CorkboardController {
  private final Inbox inbox;
  private final String secret;

  CorkboardController(Inbox inbox, @Value("${corkboard.secret}") String secret) {
    this.inbox = inbox;
    this.secret = secret;
  }

  /** A body that is declared as byte[] is the raw bytes. Spring answers 400 if a header or the body is missing. */
  @PostMapping("/corkboard")
  ResponseEntity<Void> receive(
      @RequestBody byte[] body,
      @RequestHeader("X-Service-Timestamp") String timestamp,
      @RequestHeader("X-Service-Signatures") String signatures)
      throws GeneralSecurityException {
    long now = Instant.now().getEpochSecond();
    if (!CorkboardSignature.isGenuine(body, timestamp, signatures, secret, now)) {
      return new ResponseEntity<>(HttpStatus.BAD_REQUEST);
    }
    inbox.enqueue(body);
    return new ResponseEntity<>(HttpStatus.NO_CONTENT);
  }
}

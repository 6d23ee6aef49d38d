import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.tsp.ArchiveTimeStampChain;
import org.bouncycastle.asn1.tsp.ArchiveTimeStampSequence;
import org.bouncycastle.asn1.tsp.EvidenceRecord;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.jcajce.JcaSimpleSignerInfoVerifierBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.DigestCalculatorProvider;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.ers.ERSByteData;
import org.bouncycastle.tsp.ers.ERSData;
import org.bouncycastle.tsp.ers.ERSDataGroup;
import org.bouncycastle.tsp.ers.ERSEvidenceRecord;

/**
 * Verifies evidence records with Bouncy Castle. One line of input is one case: the path of the record, then those of the objects,
 * separated by tabs. One line of output: OK with the number of chains and tokens, or REFUSED with the reason.
 */
public class ErsJudge {
  public static void main(String[] words) throws Exception {
    java.security.Security.addProvider(new BouncyCastleProvider());
    for (String line : new String(System.in.readAllBytes(), "UTF-8").split("\n")) {
      if (line.isEmpty()) continue;
      String[] paths = line.split("\t");
      try {
        System.out.println("OK " + judge(Path.of(paths[0]), Arrays.copyOfRange(paths, 1, paths.length)));
      } catch (Exception error) {
        System.out.println("REFUSED " + error.getClass().getSimpleName() + ": " + String.valueOf(error.getMessage()).split("\n")[0]);
      }
    }
  }

  /** Makes each chain the newest of a record of its own, because Bouncy Castle verifies only the newest. */
  static String judge(Path path, String[] objects) throws Exception {
    DigestCalculatorProvider digests = new JcaDigestCalculatorProviderBuilder().build();
    EvidenceRecord record = EvidenceRecord.getInstance(Files.readAllBytes(path));
    ArchiveTimeStampChain[] chains = record.getArchiveTimeStampSequence().getArchiveTimeStampChains();
    int tokens = 0;
    for (int count = 1; count <= chains.length; count += 1) {
      ArchiveTimeStampSequence sequence = new ArchiveTimeStampSequence(Arrays.copyOf(chains, count));
      ERSEvidenceRecord part = new ERSEvidenceRecord(new EvidenceRecord(record.getDigestAlgorithms(), null, null, sequence), digests);
      X509CertificateHolder signer = part.getSigningCertificate();
      part.validate(new JcaSimpleSignerInfoVerifierBuilder().setProvider("BC").build(signer));
      List<ERSData> group = new ArrayList<>();
      for (String object : objects) group.add(new ERSByteData(Files.readAllBytes(Path.of(object))));
      Date now = new Date(System.currentTimeMillis() + 600_000L);
      for (ERSData object : group) part.validatePresent(object, now);
      if (group.size() > 1) part.validatePresent(new ERSDataGroup(group), now);
      tokens += chains[count - 1].getArchiveTimestamps().length;
    }
    return chains.length + " " + tokens;
  }
}

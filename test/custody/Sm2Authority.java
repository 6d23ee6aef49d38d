import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.util.Arrays;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.gm.GMObjectIdentifiers;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cms.SignerInfoGenerator;
import org.bouncycastle.cms.jcajce.JcaSignerInfoGeneratorBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.operator.DigestCalculatorProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaDigestCalculatorProviderBuilder;
import org.bouncycastle.tsp.TimeStampRequest;
import org.bouncycastle.tsp.TimeStampResponseGenerator;
import org.bouncycastle.tsp.TimeStampTokenGenerator;
import org.bouncycastle.util.CollectionStore;
import org.bouncycastle.util.encoders.Hex;

/**
 * An RFC 3161 authority for SM2, on its standard input and output: one query per line, one answer per line, hexadecimal. Its arguments:
 * the private key, its certificate and the root, all PEM.
 */
public class Sm2Authority {
  public static void main(String[] words) throws Exception {
    java.security.Security.addProvider(new BouncyCastleProvider());
    PrivateKey key = new JcaPEMKeyConverter().setProvider("BC").getPrivateKey((PrivateKeyInfo) read(words[0]));
    X509CertificateHolder own = (X509CertificateHolder) read(words[1]);
    List<X509CertificateHolder> certificates = Arrays.asList(own, (X509CertificateHolder) read(words[2]));
    DigestCalculatorProvider digests = new JcaDigestCalculatorProviderBuilder().setProvider("BC").build();
    SignerInfoGenerator signer =
        new JcaSignerInfoGeneratorBuilder(digests).build(new JcaContentSignerBuilder("SM3WITHSM2").setProvider("BC").build(key), own);
    Set<ASN1ObjectIdentifier> accepted = new HashSet<>(List.of(GMObjectIdentifiers.sm3));
    BufferedReader queries = new BufferedReader(new InputStreamReader(System.in));
    long serial = 0;
    for (String line = queries.readLine(); line != null; line = queries.readLine()) {
      TimeStampTokenGenerator tokens =
          new TimeStampTokenGenerator(
              signer, digests.get(new AlgorithmIdentifier(NISTObjectIdentifiers.id_sha256)), new ASN1ObjectIdentifier("1.2.3.4.99"));
      tokens.addCertificates(new CollectionStore<>(certificates));
      serial += 1;
      TimeStampResponseGenerator answers = new TimeStampResponseGenerator(tokens, accepted);
      byte[] answer = answers.generate(new TimeStampRequest(Hex.decode(line)), BigInteger.valueOf(serial), new Date()).getEncoded();
      System.out.println(Hex.toHexString(answer));
      System.out.flush();
    }
  }

  static Object read(String path) throws Exception {
    try (PEMParser parser = new PEMParser(Files.newBufferedReader(Path.of(path)))) {
      return parser.readObject();
    }
  }
}
